// Random games by hand: what a machine can do with these four games, as a yardstick for modules.
//
//     c++ -O3 -march=native -std=c++17 baseline.cpp -o baseline
//     ./baseline GAME SECONDS
//
// prints how many nanoseconds of processor time a move took. A game knows its winner, and the sampler is xorshift64*
// with a multiplication instead of a division.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#ifdef __BMI2__
#include <immintrin.h>
#endif

using Bits = std::uint64_t;

static Bits state = 0x9E3779B97F4A7C15u;
static long won[3];

static unsigned below(unsigned bound) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (state * 0x2545F4914F6CDD1Du >> 32) * bound >> 32;
}

static int lowest(Bits set) { return __builtin_ctzll(set); }
static int size(Bits set) { return __builtin_popcountll(set); }

static int nth(Bits set, int n) {
#ifdef __BMI2__
    return lowest(_pdep_u64(Bits(1) << n, set));
#else
    while (n--) set &= set - 1;
    return lowest(set);
#endif
}

static int tic_tac_toe() {
    static bool is_won[512], known;
    if (!known) {
        const int lines[] = {0b111, 0b111 << 3, 0b111 << 6, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100};
        for (int set = 0; set < 512; set++)
            for (int line : lines) is_won[set] |= (set & line) == line;
        known = true;
    }
    unsigned mine = 0, theirs = 0, free = 511;
    for (int moves = 0; free;) {
        unsigned square = 1u << nth(free, below(size(free)));
        mine |= square, free ^= square, moves++;
        if (is_won[mine]) return won[1 + moves % 2]++, moves;
        std::swap(mine, theirs);
    }
    return won[0]++, 9;
}

static int connect_four() {  // seven bits a column, the highest of which stays empty
    Bits mine = 0, theirs = 0;
    int top[7], column[7], open = 7, moves = 0;
    for (int n = 0; n < 7; n++) top[n] = 7 * n, column[n] = n;
    while (open) {
        int which = below(open), to = column[which];
        mine |= Bits(1) << top[to], moves++;
        for (int by : {1, 6, 7, 8}) {
            Bits pairs = mine & mine >> by;
            if (pairs & pairs >> 2 * by) return won[1 + moves % 2]++, moves;
        }
        if (++top[to] == 7 * to + 6) column[which] = column[--open];
        std::swap(mine, theirs);
    }
    return won[0]++, moves;
}

static int breakthrough() {  // the board is turned round behind each move: who moves goes up
    const Bits not_first = ~Bits(0x0101010101010101), not_last = ~(Bits(0x0101010101010101) << 7);
    Bits mine = 0xFFFF, theirs = Bits(0xFFFF) << 48;
    for (int moves = 1;; moves++) {
        Bits ahead = mine << 8 & ~(mine | theirs);
        Bits left = (mine & not_first) << 7 & ~mine, right = (mine & not_last) << 9 & ~mine;
        int n = below(size(ahead) + size(left) + size(right)), by = 8;
        Bits targets = ahead;
        if (n >= size(targets)) n -= size(targets), targets = left, by = 7;
        if (by == 7 && n >= size(targets)) n -= size(targets), targets = right, by = 9;
        int to = nth(targets, n);
        mine ^= Bits(1) << to | Bits(1) << (to - by), theirs &= ~(Bits(1) << to);
        if (to >= 56 || !theirs) return won[1 + moves % 2]++, moves;
        Bits turned = __builtin_bswap64(theirs);
        theirs = __builtin_bswap64(mine), mine = turned;
    }
}

static int hex() {  // groups are kept up by union-find
    static signed char beside[121][7];
    static bool known;
    if (!known) {
        const int ways[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
        for (int cell = 0; cell < 121; cell++) {
            int many = 0;
            for (auto [down, right] : ways) {
                int y = cell / 11 + down, x = cell % 11 + right;
                if (y >= 0 && y < 11 && x >= 0 && x < 11) beside[cell][many++] = y * 11 + x;
            }
            beside[cell][many] = -1;
        }
        known = true;
    }
    unsigned char parent[125], free[121], owner[121] = {};
    for (int n = 0; n < 125; n++) parent[n] = n;
    for (int n = 0; n < 121; n++) free[n] = n;
    auto group = [&](int n) {
        while (parent[n] != n) n = parent[n] = parent[parent[n]];
        return n;
    };
    auto join = [&](int a, int b) { parent[group(a)] = group(b); };
    for (int left = 121, moves = 1;; moves++) {
        int which = below(left), cell = free[which], player = 1 + moves % 2;
        free[which] = free[--left], owner[cell] = player;
        for (signed char* next = beside[cell]; *next >= 0; next++)
            if (owner[*next] == player) join(*next, cell);
        int side = player == 1 ? 121 : 123, row = player == 1 ? cell / 11 : cell % 11;
        if (row == 0) join(side, cell);
        if (row == 10) join(side + 1, cell);
        if (group(side) == group(side + 1)) return won[player]++, moves;
    }
}

int main(int, char** given) {
    const char* name = given[1];
    int (*play)() = !strcmp(name, "tic-tac-toe")    ? tic_tac_toe
                    : !strcmp(name, "connect-four") ? connect_four
                    : !strcmp(name, "breakthrough") ? breakthrough
                                                    : hex;
    for (int n = 0; n < 2000; n++) play();
    double seconds = atof(given[2]), took;
    long moves = 0;
    std::clock_t begin = std::clock();
    do {
        for (int n = 0; n < 1000; n++) moves += play();
        took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    } while (took < seconds);
    printf("%.3f\n", took / moves * 1e9);
    return won[0] + won[1] + won[2] == 0;
}
