"""Stand-in for numpy where there is none, as in a browser without its wheel: what batches ask of arrays in one or two
dimensions, by lists. It is imported under the name `numpy`, and shows that the memory of a module comes and goes; it is
slow."""

import random as _random
import struct

FORMS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "bool": "?", "float32": "f", "uint8": "B"}


class dtype:
    """A type of entries."""

    def __init__(self, name):
        self.name = getattr(name, "name", name)
        self.letter = FORMS[self.name]
        self.itemsize = struct.calcsize(self.letter)

    def __eq__(self, other):
        return self.name == getattr(other, "name", "bool" if other is bool else other)


int32, int64, float32, uint8, intp, integer = "int32", "int64", "float32", "uint8", "int64", "integer"


class ndarray:
    """Entries in a list, and their shape."""

    def __init__(self, data, shape, kind):
        self.data, self.shape, self.dtype = data, tuple(shape), dtype(kind)

    @property
    def nbytes(self):
        return len(self.data) * self.dtype.itemsize

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter([self[n] for n in range(len(self))])

    def reshape(self, shape):
        return ndarray(self.data, shape, self.dtype)

    def copy(self):
        return ndarray(self.data[:], self.shape, self.dtype)

    def astype(self, kind):
        return ndarray([int(each) if kind != float32 else float(each) for each in self.data], self.shape, kind)

    def tobytes(self):
        return struct.pack(f"<{len(self.data)}{self.dtype.letter}", *self.data)

    def tolist(self):
        return self.data[:] if len(self.shape) == 1 else [each.tolist() for each in self]

    def all(self):
        return all(self.data)

    def argmin(self):
        return min(range(len(self.data)), key=self.data.__getitem__)

    def _row(self, n):
        width = self.shape[1]
        return slice(n * width, (n + 1) * width)

    def __getitem__(self, key):
        if isinstance(key, tuple):
            return ndarray(
                [self.data[self._row(row).start + column] for row, column in zip(*key)], key[0].shape, self.dtype
            )
        if isinstance(key, slice):
            found = (
                self.data[key]
                if len(self.shape) == 1
                else [x for n in range(len(self))[key] for x in self.data[self._row(n)]]
            )
            return ndarray(found, (len(range(len(self))[key]), *self.shape[1:]), self.dtype)
        return (
            self.data[key] if len(self.shape) == 1 else ndarray(self.data[self._row(key)], self.shape[1:], self.dtype)
        )

    def __setitem__(self, key, value):
        many = len(self.data)
        if key is Ellipsis or key == slice(None):
            self.data[:] = (
                [*value.data] if isinstance(value, ndarray) else [*value] if isinstance(value, list) else [value] * many
            )
        elif isinstance(key, ndarray):
            raise NotImplementedError("entries by truth values")
        else:
            self.data[key if len(self.shape) == 1 else self._row(key)] = value

    def _with(self, other, ask):
        others = other.data if isinstance(other, ndarray) else [getattr(other, "value", other)] * len(self.data)
        return ndarray([ask(*pair) for pair in zip(self.data, others, strict=True)], self.shape, "bool")

    def __ge__(self, other):
        return self._with(other, lambda a, b: a >= b)

    def __lt__(self, other):
        return self._with(other, lambda a, b: a < b)

    def __ne__(self, other):
        return self._with(other, lambda a, b: a != b)

    def __and__(self, other):
        return self._with(other, lambda a, b: bool(a and b))

    def __or__(self, other):
        return self._with(other, lambda a, b: bool(a or b))

    def __mul__(self, other):
        return ndarray([a * b for a, b in zip(self.data, other.data, strict=True)], self.shape, float32)


class Truth:
    """The truth value that stands for all games."""

    def __init__(self, value):
        self.value, self.shape = value, ()

    def __invert__(self):
        return Truth(not self.value)


True_ = Truth(True)


def frombuffer(data, kind):
    kind = dtype(kind)
    many = len(data) // kind.itemsize
    return ndarray([*struct.unpack(f"<{many}{kind.letter}", data)], (many,), kind)


def asarray(given):
    return given if isinstance(given, ndarray) else ndarray([*given], (len(given),), int64)


def issubdtype(kind, wanted):
    return wanted == integer and kind.letter in "bhiqB"


def arange(many):
    return ndarray([*range(many)], (many,), int64)


def full(shape, value):
    return ndarray([value] * shape[0], shape, int64)


def zeros(shape, kind):
    many = 1
    for each in shape:
        many *= each
    return ndarray([0] * many, shape, kind)


def where(truth, one, other):
    return ndarray([a if t else other for t, a in zip(truth.data, one.data, strict=True)], one.shape, one.dtype)


def flatnonzero(array):
    return [n for n, each in enumerate(array.data) if each]


class random:
    """Numbers by chance."""

    class default_rng:
        def __init__(self, seed):
            self.draw = _random.Random(seed).random

        def random(self, many):
            return ndarray([self.draw() for _ in range(many)], (many,), float32)
