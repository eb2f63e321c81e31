/* The stand-up fight of Cyberpunk RED in plain C, one fight after the other: what the compiled simulator is measured
 * against. Written from the rules; prints the same digest for the same place in the row of fights.
 * Build: cc -O3 -march=native. Run: ./cyberpunk_red PLACE FIGHTS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 50, PEOPLE = 10, CREW = 4, BARE = 1 };

typedef struct {
    int stat, skill, dv, dice, halves, attacks, magazine;
} Weapon;

typedef struct {
    int ref, body, dex, evasion, hp, sp;
    Weapon weapons[2]; /* the second is bare hands, for the second attack of a weapon that has run dry */
} Person;

#define PISTOL(ref, skill) {ref, skill, 13, 3, 0, 2, 8}
#define RIFLE(ref, skill) {ref, skill, 17, 5, 0, 1, 25}
#define BLADE(dex, skill) {dex, skill, 0, 3, 1, 2, 0}
#define HANDS(dex, dice) {dex, 2, 0, dice, 0, 2, 0}

static const Person people[PEOPLE] = {
    {8, 7, 7, 6, 45, 11, {PISTOL(8, 6), HANDS(7, 3)}}, {6, 6, 6, 4, 40, 11, {PISTOL(6, 4), HANDS(6, 2)}},
    {7, 8, 8, 5, 45, 11, {BLADE(8, 6), HANDS(8, 3)}},  {7, 5, 6, 3, 35, 7, {RIFLE(7, 5), HANDS(6, 2)}},
    {6, 5, 5, 3, 35, 7, {PISTOL(6, 4), HANDS(5, 2)}},  {6, 5, 5, 3, 35, 7, {PISTOL(6, 4), HANDS(5, 2)}},
    {6, 5, 5, 3, 35, 7, {PISTOL(6, 4), HANDS(5, 2)}},  {5, 7, 6, 4, 40, 4, {BLADE(6, 4), HANDS(6, 3)}},
    {5, 7, 6, 4, 40, 4, {BLADE(6, 4), HANDS(6, 3)}},   {6, 6, 5, 3, 40, 11, {RIFLE(6, 5), HANDS(5, 2)}},
};
static const int deadly = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 10 | 1 << 12, all = 0x1FFC;

typedef struct {
    int hp[PEOPLE], sp[PEOPLE], saves[PEOPLE], penalty[PEOPLE], injuries[PEOPLE], dead[PEOPLE], loaded[PEOPLE], place[PEOPLE];
    int order[PEOPLE], front[2], winner, round, dice;
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

static int check(Fight *f, uint64_t *bits) {
    int face = die(f, bits, 10);
    return face == 10 ? face + die(f, bits, 10) : face == 1 ? face - die(f, bits, 10) : face;
}

static int initiative(Fight *f, int one) {
    uint64_t bits = draw(f);
    int face = die(f, &bits, 10);
    if (face != 1 && face != 10) return people[one].ref + face;
    bits = draw(f);
    int second = die(f, &bits, 10);
    return people[one].ref + face + (face == 10 ? second : -second);
}

static void queue(Fight *f) {
    int rolled[PEOPLE], next[PEOPLE], shares[PEOPLE], left = PEOPLE;
    for (int i = 0; i < PEOPLE; i++) f->place[i] = 0, shares[i] = 1;
    while (left) {
        for (int i = 0; i < PEOPLE; i++)
            if (shares[i]) rolled[i] = initiative(f, i);
        for (int i = 0; i < PEOPLE; i++) {
            next[i] = f->place[i];
            if (shares[i])
                for (int j = 0; j < PEOPLE; j++) next[i] += f->place[j] == f->place[i] && rolled[j] > rolled[i];
        }
        left = 0;
        for (int i = 0; i < PEOPLE; i++) f->place[i] = next[i];
        for (int i = 0; i < PEOPLE; i++) {
            int same = 0;
            for (int j = 0; j < PEOPLE; j++) same += f->place[j] == f->place[i];
            left += shares[i] = same > 1;
        }
    }
    for (int i = 0; i < PEOPLE; i++) f->order[f->place[i]] = i;
}

static void harm(Fight *f, int target, const Weapon *w) {
    int damage = 0, sixes = 0, sp = f->sp[target];
    uint64_t bits = draw(f);
    for (int n = 0; n < w->dice; n++) {
        int face = die(f, &bits, 6);
        damage += face, sixes += face == 6;
    }
    int stopped = w->halves ? (sp + 1) / 2 : sp, lost = damage > stopped ? damage - stopped : 0;
    if (lost && sp) f->sp[target]--;
    int dying = lost && f->hp[target] < 1;
    if ((sixes >= 2 || dying) && f->injuries[target] != all) {
        int total;
        do {
            bits = draw(f);
            total = die(f, &bits, 6);
            total += die(f, &bits, 6);
        } while (f->injuries[target] >> total & 1);
        f->injuries[target] |= 1 << total;
        f->penalty[target] += deadly >> total & 1;
        lost += 5;
    }
    f->hp[target] -= lost;
    f->saves[target] += dying;
}

static void attack(Fight *f, int one, int target, const Weapon *w) {
    uint64_t bits = draw(f);
    int most = people[one].hp, hp = f->hp[one];
    int hurt = hp < 1 ? 4 : hp < (most + 1) / 2 ? 2 : 0;
    int total = check(f, &bits) + w->stat + w->skill - hurt;
    int against = w->dv ? w->dv : people[target].dex + people[target].evasion + check(f, &bits);
    if (total > against) harm(f, target, w);
}

static void act(Fight *f, int one) {
    const Weapon *w = people[one].weapons;
    int target = f->front[one < CREW];
    if (w->magazine && !f->loaded[one]) {
        f->loaded[one] = w->magazine;
        return;
    }
    for (int n = 0; n < w->attacks; n++) {
        int dry = w->magazine && !f->loaded[one];
        if (w->magazine && !dry) f->loaded[one]--;
        attack(f, one, target, w + dry);
    }
}

static void ended(Fight *f) {
    int first = f->front[0] < CREW, second = f->front[1] < PEOPLE;
    f->winner = first ? (second ? 3 : 0) : second ? 1 : 2;
}

static void fight(Fight *f, uint64_t place) {
    f->state = mixed(place), f->dice = 0, f->front[0] = 0, f->front[1] = CREW;
    for (int i = 0; i < PEOPLE; i++) {
        f->hp[i] = people[i].hp, f->sp[i] = people[i].sp, f->loaded[i] = people[i].weapons[0].magazine;
        f->saves[i] = f->penalty[i] = f->injuries[i] = f->dead[i] = 0;
    }
    queue(f);
    for (f->round = 1; f->round <= LIMIT + 1; f->round++) {
        for (int n = 0; n < PEOPLE; n++) {
            int one = f->order[n];
            if (f->dead[one]) continue;
            if (f->hp[one] < 1) {
                uint64_t bits = draw(f);
                int face = die(f, &bits, 10);
                if (face == 10 || face + f->penalty[one] + f->saves[one] >= people[one].body) {
                    f->dead[one] = 1;
                    f->front[one >= CREW]++;
                    continue;
                }
                f->saves[one]++;
            }
            if (f->front[0] == CREW || f->front[1] == PEOPLE || f->round > LIMIT) {
                ended(f);
                return;
            }
            act(f, one);
        }
        if (f->front[0] == CREW && f->front[1] == PEOPLE) break;
    }
    ended(f);
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
        digest += (uint64_t)(k % 997 + 1) * (uint64_t)(int64_t)(f.winner + 3 * f.round + 7 * f.dice + 11 * standing + 13 * hp);
    }
    printf("%ld %ld %ld %ld %llu\n", wins, rounds, dice, left, (unsigned long long)digest);
    return 0;
}
