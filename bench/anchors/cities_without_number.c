/* The stand-up fight of Cities Without Number in plain C, one fight after the other: what the compiled simulator is
 * measured against. Written from the rules; prints the same digest for the same seed.
 * Build: cc -O3 -march=native. Run: ./cities_without_number PLACE FIGHTS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 50, PEOPLE = 10, CREW = 4, FISTS = 2 };

typedef struct {
    int melee, two_hands, bonus, damage, dice, sides, trauma_sides, rating, shock, shock_ac, magazine, spare;
} Weapon;

typedef struct {
    int hp, soak, melee_ac, ranged_ac, trauma_target;
    Weapon weapons[3]; /* the last is bare hands */
} Person;

#define NPC_FISTS(bonus) {1, 0, bonus, 0, 1, 2, 6, 1, 0, 0, 0, 0}
#define PISTOL(bonus, add) {0, 0, bonus, add, 1, 8, 6, 3, 0, 0, 8, 2}
#define CARBINE(bonus, add) {0, 1, bonus, add, 1, 12, 8, 3, 0, 0, 30, 2}
#define BLADE(bonus, add) {1, 0, bonus, add, 1, 8, 8, 2, 2 + add, 13, 0, 0}
#define CLEAVER(bonus) {1, 0, bonus, 0, 1, 6, 6, 2, 1, 13, 0, 0}

static const Person people[PEOPLE] = {
    {18, 5, 15, 15, 7, {BLADE(5, 2), PISTOL(3, 0), {1, 0, 3, 2, 1, 2, 6, 1, 0, 0, 0, 0}}},
    {15, 3, 14, 14, 6, {CARBINE(4, 1), BLADE(2, 0), {1, 0, 3, 1, 1, 2, 6, 1, 0, 0, 0, 0}}},
    {14, 3, 14, 14, 6, {PISTOL(4, 1), BLADE(2, 0), {1, 0, 3, 1, 1, 2, 6, 1, 0, 0, 0, 0}}},
    {12, 0, 13, 13, 6, {PISTOL(3, 1), BLADE(1, 0), {1, 0, 2, 1, 1, 2, 6, 1, 0, 0, 0, 0}}},
    {8, 2, 13, 13, 6, {CLEAVER(2), PISTOL(2, 0), NPC_FISTS(2)}},
    {8, 2, 13, 13, 6, {CLEAVER(2), PISTOL(2, 0), NPC_FISTS(2)}},
    {7, 0, 12, 12, 6, {PISTOL(2, 0), CLEAVER(2), NPC_FISTS(2)}},
    {7, 0, 12, 12, 6, {PISTOL(2, 0), CLEAVER(2), NPC_FISTS(2)}},
    {7, 0, 12, 12, 6, {PISTOL(2, 0), CLEAVER(2), NPC_FISTS(2)}},
    {10, 3, 14, 14, 7, {CARBINE(3, 0), CLEAVER(3), NPC_FISTS(3)}},
};

typedef struct {
    int hp[PEOPLE], soak[PEOPLE], rounds[PEOPLE][3], spare[PEOPLE][3], front[2], winner, round, dice;
    uint32_t crossed[PEOPLE]; /* with whom somebody has crossed blades */
    uint64_t state;
} Fight;

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;

static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static uint64_t draw(Fight *f) {
    f->state += GOLDEN;
    return mixed(f->state) >> 32;
}

static int die(Fight *f, uint64_t *bits, int sides) {
    uint64_t cut = *bits * (uint64_t)sides;
    *bits = cut & 0xFFFFFFFFu;
    f->dice++;
    return (int)(cut >> 32) + 1;
}

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }

static int bound(const Fight *f, int one, int foes) { return f->crossed[one] >> f->front[foes] != 0; }

static void attack(Fight *f, int one, int side, const Weapon *w) {
    int target = f->front[!side], damage = 0, trauma = 0;
    const Person *t = &people[target];
    uint64_t bits = draw(f);
    int d20 = die(f, &bits, 20);
    for (int n = 0; n < w->dice; n++) damage += die(f, &bits, w->sides);
    if (w->trauma_sides) trauma = die(f, &bits, w->trauma_sides);
    int hindered = !w->melee && !w->two_hands && bound(f, one, !side) ? -4 : 0;
    int hit = d20 + w->bonus + hindered >= (w->melee ? t->melee_ac : t->ranged_ac);
    int shock = w->shock && t->melee_ac <= w->shock_ac ? w->shock : 0;
    int base = hit ? max(max(0, damage + w->damage), shock) : shock;
    if (hit && trauma >= t->trauma_target) base *= w->rating;
    if (w->melee) f->crossed[one] |= 1u << target, f->crossed[target] |= 1u << one;
    int soaked = min(base, f->soak[target]);
    f->soak[target] -= soaked;
    f->hp[target] = max(0, f->hp[target] - (base - soaked));
    if (!f->hp[target]) f->front[!side]++;
}

static void act(Fight *f, int one, int side) {
    for (int i = 0; i <= FISTS; i++) {
        const Weapon *w = &people[one].weapons[i];
        if (w->two_hands && bound(f, one, !side)) continue;
        if (!w->magazine || f->rounds[one][i]) {
            if (w->magazine) f->rounds[one][i]--;
            attack(f, one, side, w);
            return;
        }
        if (f->spare[one][i]) {
            f->spare[one][i]--;
            f->rounds[one][i] = w->magazine;
            return;
        }
    }
}

static void fight(Fight *f, uint64_t place) {
    static const int end[2] = {CREW, PEOPLE};
    f->state = mixed(place), f->dice = 0, f->front[0] = 0, f->front[1] = CREW;
    for (int i = 0; i < PEOPLE; i++) {
        f->hp[i] = people[i].hp, f->soak[i] = people[i].soak, f->crossed[i] = 0;
        for (int w = 0; w <= FISTS; w++)
            f->rounds[i][w] = people[i].weapons[w].magazine, f->spare[i][w] = people[i].weapons[w].spare;
    }
    uint64_t bits = draw(f);
    int mine = die(f, &bits, 8) + 1;
    bits = draw(f);
    int first = mine < die(f, &bits, 8);
    for (f->round = 1; f->round <= LIMIT; f->round++)
        for (int turn = 0; turn < 2; turn++) {
            int side = first ^ turn;
            for (int one = f->front[side]; one < end[side]; one++) {
                act(f, one, side);
                if (f->front[!side] == end[!side]) {
                    f->winner = side;
                    return;
                }
            }
        }
    f->winner = 3;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    uint64_t place = strtoull(argv[1], 0, 10), digest = 0;
    long fights = strtol(argv[2], 0, 10), wins = 0, rounds = 0, dice = 0, left = 0;
    static Fight f;
    for (long k = 0; k < fights; k++, place += GOLDEN) {
        fight(&f, place);
        int standing = CREW - f.front[0] + PEOPLE - f.front[1], hp = 0;
        for (int i = 0; i < PEOPLE; i++) hp += f.hp[i];
        wins += f.winner == 0, rounds += f.round, dice += f.dice, left += standing;
        digest += (uint64_t)(k % 997 + 1) * (uint64_t)(f.winner + 3 * f.round + 7 * f.dice + 11 * standing + 13 * hp);
    }
    printf("%ld %ld %ld %ld %llu\n", wins, rounds, dice, left, (unsigned long long)digest);
    return 0;
}
