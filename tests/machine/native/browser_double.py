"""JavaScript as Pyodide lends it, as far as a machine needs it, played by wasmtime: modules `js` and `pyodide.ffi`."""

import ctypes
from types import ModuleType, SimpleNamespace

import wasmtime


class JsException(Exception):
    """An exception of JavaScript."""


class TypedArray:
    """Numbers over a buffer. Those of a memory that has grown since are gone, as in JavaScript."""

    def __init__(self, given, form="B", begin=None, end=None):
        self.buffer = Buffer(bytearray(given)) if isinstance(given, int) else given
        self.form, self.part = form, slice(begin, end)

    @property
    def view(self):
        return memoryview(self.buffer.bytes()).cast("B").cast(self.form)[self.part]

    def __getitem__(self, n):
        return self.view[n]

    def assign(self, data):
        self.view[:] = data

    def to_bytes(self):
        return self.view.tobytes()

    def subarray(self, begin, end):
        return TypedArray(self.buffer, self.form, begin, end)


class Buffer:
    """An ArrayBuffer of bytes of its own."""

    def __init__(self, data):
        self.data = data

    def bytes(self):
        return self.data


class MemoryBuffer:
    """The ArrayBuffer of a memory."""

    def __init__(self, store, memory):
        self.store, self.memory, self.byteLength = store, memory, memory.data_len(store)

    def bytes(self):
        if self.memory.data_len(self.store) != self.byteLength:
            raise JsException("TypeError: the ArrayBuffer is detached")
        at = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        return (ctypes.c_uint8 * self.byteLength).from_address(at)


class Memory:
    def __init__(self, store, memory):
        self.store, self.memory = store, memory
        self.buffer = MemoryBuffer(store, memory)

    def grow(self, pages):
        try:
            self.memory.grow(self.store, pages)
        except wasmtime.WasmtimeError as error:
            raise JsException("RangeError") from error
        self.buffer = MemoryBuffer(self.store, self.memory)


class Exports:
    def __init__(self, store, given):
        self.store, self.given, self.memory = store, given, Memory(store, given["memory"])

    def __getattr__(self, name):
        found = self.given[name]
        if isinstance(found, wasmtime.Global):
            return SimpleNamespace(value=found.value(self.store))
        return Function(self.store, found)


class Function:
    def __init__(self, store, function):
        self.store, self.function, self.length = store, function, len(function.type(store).params)

    def __call__(self, *args):
        try:
            return self.function(self.store, *args)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise JsException("RuntimeError: unreachable") from error


ENGINE = wasmtime.Engine()


def new_module(source):
    try:
        return wasmtime.Module(ENGINE, source.to_bytes())
    except wasmtime.WasmtimeError as error:
        raise JsException("CompileError") from error


def new_instance(module):
    store = wasmtime.Store(ENGINE)
    return SimpleNamespace(exports=Exports(store, wasmtime.Instance(store, module, []).exports(store)))


def javascript():
    """The modules by their names."""
    js, ffi = ModuleType("js"), ModuleType("pyodide.ffi")
    js.Uint8Array = SimpleNamespace(new=TypedArray)
    js.Int32Array = SimpleNamespace(new=lambda buffer: TypedArray(buffer, "i"))
    js.WebAssembly = SimpleNamespace(Module=SimpleNamespace(new=new_module), Instance=SimpleNamespace(new=new_instance))
    ffi.JsException = JsException
    return {"js": js, "pyodide.ffi": ffi}
