/* Counts by laying out every hand: what compliance/odds is measured against. `odds_brute joker` deals all C(53,7) hands of a
   deck with a bug joker; `odds_brute baccarat` deals eight decks card by card, six cards, by their ranks. */
#include <stdio.h>
#include <string.h>

static const char *ROWS[] = {"five-aces", "royal-flush", "straight-flush", "four-of-a-kind", "full-house",
                             "flush", "three-of-a-kind", "straight", "nothing"};

static int run(int mask, int jokers) {
    int low = (mask << 1) | (mask >> 12 & 1); /* an ace also stands below the two */
    for (int top = 9; top >= 0; top--)
        if (__builtin_popcount(low >> top & 31) + jokers >= 5) return top == 9 ? 2 : 1;
    return 0;
}

static int row(const int *suit, const int *count, int joker) {
    int mask = suit[0] | suit[1] | suit[2] | suit[3], straight = run(mask, joker);
    int flush = 0, straight_flush = 0, fours = 0, threes = 0, pairs = 0;
    for (int s = 0; s < 4; s++) {
        int best = run(suit[s], joker);
        if (best > straight_flush) straight_flush = best;
        if (__builtin_popcount(suit[s]) + joker >= 5) flush = 1;
    }
    for (int r = 0; r < 13; r++) {
        int here = count[r] + (r == 12 ? joker : 0);
        fours += here >= 4; threes += here >= 3; pairs += here >= 2;
    }
    if (count[12] == 4 && joker) return 0;
    if (straight_flush == 2) return 1;
    if (straight_flush) return 2;
    if (fours) return 3;
    if (threes && pairs > 1) return 4;
    if (flush) return 5;
    if (threes) return 6;
    return straight ? 7 : 8;
}

static long long found[9];
static void deal(int from, int left, int *suit, int *count, int joker) {
    if (!left) { found[row(suit, count, joker)]++; return; }
    for (int card = from; card <= 52 - left; card++) {
        suit[card & 3] |= 1 << (card >> 2); count[card >> 2]++;
        deal(card + 1, left - 1, suit, count, joker);
        suit[card & 3] &= ~(1 << (card >> 2)); count[card >> 2]--;
    }
}

static int value(int rank) { return rank < 9 ? rank + 1 : 0; }
static int banker_draws(int banker, int third) {
    if (banker <= 2) return 1;
    if (banker == 3) return third != 8;
    if (banker == 4) return third >= 2 && third <= 7;
    if (banker == 5) return third >= 4 && third <= 7;
    return banker == 6 && third >= 6 && third <= 7;
}

static void baccarat(void) {
    long long wins[3] = {0}, dragon = 0, panda = 0;
    int left[13], cards[6];
    for (int r = 0; r < 13; r++) left[r] = 32;
    for (long code = 0; code < 4826809; code++) {
        long rest = code; long long ways = 1;
        for (int at = 0; at < 6; at++) { cards[at] = rest % 13; rest /= 13; ways *= left[cards[at]]--; }
        for (int at = 0; at < 6; at++) left[cards[at]]++;
        int player = (value(cards[0]) + value(cards[1])) % 10, banker = (value(cards[2]) + value(cards[3])) % 10;
        int own = 2, other = 2, next = 4, third = -1;
        if (player < 8 && banker < 8) {
            if (player <= 5) { third = value(cards[next++]); player = (player + third) % 10; own = 3; }
            if (third < 0 ? banker <= 5 : banker_draws(banker, third)) { banker = (banker + value(cards[next++])) % 10; other = 3; }
        }
        wins[player > banker ? 0 : player < banker ? 1 : 2] += ways;
        if (banker == 7 && other == 3 && player < 7) dragon += ways;
        if (player == 8 && own == 3 && banker < 8) panda += ways;
    }
    printf("player %lld\nbanker %lld\ntie %lld\ndragon %lld\npanda %lld\n", wins[0], wins[1], wins[2], dragon, panda);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "baccarat")) { baccarat(); return 0; }
    int suit[4] = {0}, count[13] = {0};
    deal(0, 7, suit, count, 0);
    deal(0, 6, suit, count, 1);
    for (int at = 0; at < 9; at++) printf("%s %lld\n", ROWS[at], found[at]);
    return 0;
}
