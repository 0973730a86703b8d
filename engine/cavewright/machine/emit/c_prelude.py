"""Beginning of every printed source of C: types, memory, and the operations that C has no sign for."""

PRELUDE = """\
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function" /* written code has parts that are not used */
#pragma GCC diagnostic ignored "-Wunused-label"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
typedef int16_t __attribute__((may_alias)) half;
typedef uint16_t __attribute__((may_alias)) unsigned_half;
typedef uint64_t __attribute__((may_alias)) set;
#else
typedef int16_t half;
typedef uint16_t unsigned_half;
typedef uint64_t set;
#endif
{memory}
#ifdef __GNUC__
#define rarely(condition) __builtin_expect(condition, 0)
#else
#define rarely(condition) (condition)
#endif
{traps}
static inline int64_t quotient(int64_t a, int64_t b) {{ return b == 0 ? 0 : a / b - ((a % b != 0) & ((a % b ^ b) < 0)); }}
static inline int32_t rest(int64_t a, int64_t b) {{ return b == 0 ? 0 : a % b + (((a % b != 0) & ((a % b ^ b) < 0)) ? b : 0); }}
static inline int32_t clamped(int64_t n) {{ return n < -{most} ? -{most} : n > {most} ? {most} : (int32_t)n; }}
#ifdef __GNUC__
static inline int32_t lowest(uint32_t n) {{ return n ? __builtin_ctz(n) : 32; }}
static inline int32_t long_lowest(uint64_t n) {{ return n ? __builtin_ctzll(n) : 64; }}
#else
static inline int32_t lowest(uint32_t n) {{ int32_t k = 0; if (!n) return 32; while (!(n >> k & 1)) {{ k++; }} return k; }}
static inline int32_t long_lowest(uint64_t n) {{ int32_t k = 0; if (!n) return 64; while (!(n >> k & 1)) {{ k++; }} return k; }}
#endif
#ifdef __BMI2__
#include <immintrin.h>
static inline int32_t nth_bit(uint32_t word, int32_t n) {{ return lowest(_pdep_u32(1u << n, word) | 1u << 31); }}
static inline int32_t long_nth_bit(uint64_t word, int32_t n) {{ return long_lowest(_pdep_u64((uint64_t)1 << n, word) | (uint64_t)1 << 63); }}
#else
static inline int32_t nth_bit(uint32_t word, int32_t n) {{ while (n-- && word) word &= word - 1; return lowest(word | 1u << 31); }}
static inline int32_t long_nth_bit(uint64_t word, int32_t n) {{
while (n-- && word) {{ word &= word - 1; }}
return long_lowest(word | (uint64_t)1 << 63); }}
#endif
#ifdef __POPCNT__
static inline int32_t ones(uint32_t n) {{ return __builtin_popcount(n); }}
static inline int32_t long_ones(uint64_t n) {{ return __builtin_popcountll(n); }}
#else
static inline int32_t ones(uint32_t n) {{
n -= n >> 1 & 0x55555555; n = (n & 0x33333333) + (n >> 2 & 0x33333333); return ((n + (n >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24; }}
static inline int32_t long_ones(uint64_t n) {{ return ones((uint32_t)n) + ones((uint32_t)(n >> 32)); }}
#endif
static inline uint64_t bit(int32_t n) {{ return (uint64_t)1 << n; }}
static inline uint64_t rotated(uint64_t a, int32_t n) {{ return a >> n | a << (-n & 63); }}
"""

ONE_MEMORY = """\
static jmp_buf way_out;
int32_t {name}_trap_reason;
static union {{ int32_t words[{words}]; uint64_t aligned; }} room;
#define memory room.words
int32_t *const {name}_memory = memory;"""
"""Memory of the one position of a library."""
ONE_TRAP = """\
#ifdef __GNUC__
static int32_t trap(int32_t) __attribute__((noreturn, noinline, cold));
#endif
static int32_t trap(int32_t reason) {{ {name}_trap_reason = reason; longjmp(way_out, 1); }}
static inline int32_t checked(int64_t n, int64_t low, int64_t high) {{ return n < low || n > high ? trap(4) : (int32_t)n; }}
static inline int32_t checked_word(int32_t n, int32_t low, int32_t high) {{
return (uint32_t)n - (uint32_t)low > (uint32_t)high - (uint32_t)low ? trap(4) : n; }}"""
HANDLED_MEMORY = """\
struct {name} {{
union {{ int32_t words[{words}]; uint64_t aligned; }} room;
int32_t trap_reason;
jmp_buf way_out;
}};
#define memory here->room.words"""
"""Memory of a game that its handle, `here`, leads to: there are as many as are wanted, and nothing is shared."""
HANDLED_TRAP = """\
#ifdef __GNUC__
static int32_t trap_of(struct {name} *, int32_t) __attribute__((noreturn, noinline, cold));
#endif
static int32_t trap_of(struct {name} *here, int32_t reason) {{ here->trap_reason = reason; longjmp(here->way_out, 1); }}
#define trap(reason) trap_of(here, reason)
static inline int32_t checked_of(struct {name} *here, int64_t n, int64_t low, int64_t high) {{
return n < low || n > high ? trap(4) : (int32_t)n; }}
static inline int32_t checked_word_of(struct {name} *here, int32_t n, int32_t low, int32_t high) {{
return (uint32_t)n - (uint32_t)low > (uint32_t)high - (uint32_t)low ? trap(4) : n; }}
#define checked(n, low, high) checked_of(here, n, low, high)
#define checked_word(n, low, high) checked_word_of(here, n, low, high)"""
