/* The stand-up fight of Shadowrun 4 in plain C, one fight after the other: what the compiled simulator is measured
 * against. Written from the rules; prints the same digest for the same place in the row of fights. The hits of a pool come
 * from 32 bits by Walker's alias method, for all its dice at once.
 * Build: cc -O3 -march=native. Run: ./shadowrun_4 PLACE FIGHTS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 50, PEOPLE = 10, CREW = 4, PASSES = 4, MOST = 31, CELLS = 32, CELL_BITS = 27, NOBODY = -1000000, LAST = 100000 };

typedef struct {
    int body, agility, reaction, skill, block, reach, impact, ballistic, track, stun_track, initiative, passes;
    int melee, single, damage, ap, recoil, magazine;
} Person;

static const Person people[PEOPLE] = {
    {4, 5, 5, 5, 3, 0, 4, 6, 10, 10, 10, 2, 0, 0, 5, -1, 0, 15}, {3, 4, 4, 4, 2, 0, 4, 6, 10, 10, 9, 1, 0, 0, 5, 0, 1, 12},
    {5, 5, 5, 5, 5, 1, 6, 8, 11, 10, 10, 3, 1, 0, 6, 0, 0, 0},  {4, 4, 3, 4, 2, 0, 4, 6, 10, 10, 6, 1, 0, 1, 6, -2, 1, 6},
    {3, 3, 3, 3, 2, 0, 2, 4, 10, 0, 6, 1, 0, 0, 4, 0, 0, 15},   {3, 3, 3, 3, 2, 0, 2, 4, 10, 0, 6, 1, 0, 0, 4, 0, 0, 15},
    {3, 3, 3, 3, 2, 0, 2, 4, 10, 0, 6, 1, 0, 0, 4, 0, 0, 15},   {4, 3, 3, 4, 4, 1, 3, 3, 10, 0, 6, 1, 1, 0, 4, 0, 0, 0},
    {4, 3, 3, 4, 4, 1, 3, 3, 10, 0, 6, 1, 1, 0, 4, 0, 0, 0},    {5, 4, 4, 5, 3, 0, 6, 8, 11, 10, 9, 2, 0, 0, 5, 0, 2, 20},
};

typedef struct {
    int physical[PEOPLE], stun[PEOPLE], overflow[PEOPLE], wounds[PEOPLE], prone[PEOPLE], down[PEOPLE], dead[PEOPLE];
    int defended[PEOPLE], bled[PEOPLE], rounds[PEOPLE], score[PEOPLE], behind[PEOPLE], passes[PEOPLE], done[PEOPLE];
    int made[PEOPLE], fired[PEOPLE], dealt[PEOPLE][2], front[2], winner, round, dice;
    uint64_t state;
} Fight;

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;
static uint64_t hits_of[MOST + 1][CELLS], ones_of[MOST + 1][CELLS];

static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static uint64_t draw(Fight *f) { return mixed(f->state += GOLDEN); }

/* ------------------------------------------------------------------ pools */

static void tabulate(uint64_t table[MOST + 1][CELLS], int faces, int sides) {
    for (int n = 0; n <= MOST; n++) {
        unsigned __int128 total = 0, all = 1, way = 1;
        int64_t left[CELLS] = {0}, own[CELLS], other[CELLS], few[CELLS], many[CELLS], before = 0;
        int short_ = 0, long_ = 0;
        for (int i = 0; i < n; i++) all *= sides, way *= sides - faces;
        for (int k = 0; k <= n; k++) {
            total += way;
            int64_t bound = (int64_t)((total << 32) / all);
            left[k] = bound - before, before = bound;
            if (k < n) way = way * (n - k) / (k + 1) * faces / (sides - faces);
        }
        for (int k = 0; k < CELLS; k++) {
            own[k] = 1 << CELL_BITS, other[k] = k;
            if (left[k] < 1 << CELL_BITS) few[short_++] = k;
            else many[long_++] = k;
        }
        while (short_ && long_) {
            int64_t taker = few[--short_], giver = many[long_ - 1];
            own[taker] = left[taker], other[taker] = giver;
            left[giver] -= (1 << CELL_BITS) - left[taker];
            if (left[giver] < 1 << CELL_BITS) few[short_++] = giver, long_--;
        }
        for (int k = 0; k < CELLS; k++) table[n][k] = (uint64_t)own[k] << 16 | (uint64_t)other[k] << 8 | (uint64_t)k;
    }
}

static int tally(uint64_t table[MOST + 1][CELLS], int n, uint32_t bits) {
    uint64_t cell = table[n][bits >> CELL_BITS];
    return (bits & ((1u << CELL_BITS) - 1)) < cell >> 16 ? cell & 255 : cell >> 8 & 255;
}

static int positive(int n) { return n > 0 ? n : 0; }

/* ------------------------------------------------------------------ the fight */

static void initiative(Fight *f) {
    for (int i = 0; i < PEOPLE; i++) {
        const Person *me = &people[i];
        if (f->dead[i]) continue;
        int n = positive(me->initiative - f->wounds[i]);
        uint64_t bits = n ? draw(f) : 0;
        if (n) f->state += GOLDEN;
        int hits = tally(hits_of, n, (uint32_t)(bits >> 32)), ones = tally(ones_of, n - hits, (uint32_t)bits);
        int glitch = n && 2 * ones >= n, critical = glitch && !hits, passes = me->passes - critical;
        f->dice += n;
        f->score[i] = hits + n;
        f->behind[i] = critical ? LAST : glitch;
        f->passes[i] = passes > 1 ? passes : 1;
    }
}

static int place(const Fight *f, int i, int pass) {
    int can = !f->done[i] && !f->down[i] && f->passes[i] >= pass && f->score[i] > 0;
    return can ? 2 * f->score[i] - f->behind[i] : NOBODY;
}

static int is_floored(int boxes, int body) { return boxes >= 10 || boxes > body; }

static void attack(Fight *f, int one, int target, int nth) {
    const Person *me = &people[one], *it = &people[target];
    int dealt = nth ? f->dealt[one][0] : 0;
    int physical = f->physical[target] + positive(dealt), stun = f->stun[target] + positive(-dealt);
    if (physical >= it->track || (it->stun_track && stun >= it->stun_track)) return;
    int recoil = me->melee ? 0 : positive(f->fired[one] - me->recoil);
    int n = positive(me->agility + me->skill - f->wounds[one] - recoil + (me->melee ? positive(me->reach - it->reach) : 0));
    int lying = f->prone[target] || is_floored(dealt < 0 ? -dealt : dealt, it->body) ? 2 : 0;
    int block = me->melee ? it->block + positive(it->reach - me->reach) : 0;
    int m = positive(it->reaction + block - physical / 3 - stun / 3 - f->defended[target] - f->made[one] - lying);
    f->dice += n + m, f->made[one]++;
    if (!me->melee) f->fired[one]++, f->rounds[one]--;
    if (!(n + m)) return;
    uint64_t bits = draw(f);
    f->state += GOLDEN;
    int net = tally(hits_of, n, (uint32_t)(bits >> 32)) - tally(hits_of, m, (uint32_t)bits);
    if (net <= 0) return;
    int armor = positive((me->melee ? it->impact : it->ballistic) + me->ap), damage = me->damage + net;
    int boxes = positive(damage - tally(hits_of, it->body + armor, (uint32_t)(m ? mixed(f->state) >> 32 : bits)));
    f->dice += it->body + armor;
    f->dealt[one][nth] = damage > armor || !it->stun_track ? boxes : -boxes;
}

static void act(Fight *f, int one, int target, int nth) {
    const Person *me = &people[one];
    int loads = !me->melee && !f->rounds[one];
    if (nth && (me->melee || (me->single && f->made[one]))) return;
    if (loads) f->rounds[one] = me->magazine;
    else attack(f, one, target, nth);
}

static void suffer(Fight *f, int target, int dealt) {
    const Person *it = &people[target];
    int stun = f->stun[target] + positive(-dealt), excess = it->stun_track ? positive(stun - it->stun_track) : 0;
    int physical = f->physical[target] + positive(dealt) + excess, beyond = positive(physical - it->track);
    f->stun[target] = stun - excess, f->physical[target] = physical - beyond;
    f->prone[target] |= is_floored(dealt < 0 ? -dealt : dealt, it->body);
    int wounds = f->stun[target] / 3 + f->physical[target] / 3;
    f->score[target] -= wounds - f->wounds[target];
    f->wounds[target] = wounds;
    if (it->stun_track) {
        f->overflow[target] += beyond;
        f->dead[target] |= f->overflow[target] > it->body;
    }
    if ((physical >= it->track || (it->stun_track && stun >= it->stun_track)) && !f->down[target])
        f->down[target] = 1, f->front[target >= CREW]++;
}

static void bleed(Fight *f) {
    for (int i = 0; i < PEOPLE; i++)
        if (people[i].stun_track && f->physical[i] >= people[i].track && !f->dead[i] && ++f->bled[i] >= people[i].body) {
            f->bled[i] = 0, f->overflow[i]++;
            f->dead[i] = f->overflow[i] > people[i].body;
        }
}

static int over(const Fight *f) { return f->front[0] == CREW || f->front[1] == PEOPLE; }

static void ended(Fight *f) {
    int first = f->front[0] < CREW, second = f->front[1] < PEOPLE;
    f->winner = first ? (second ? 3 : 0) : second ? 1 : 2;
}

static void phase(Fight *f, const int *acting, int many) {
    int first = f->front[0], second = f->front[1];
    for (int n = 0; n < many; n++) f->defended[acting[n]] = 0;
    for (int nth = 0; nth < 2; nth++)
        for (int n = 0; n < many; n++) act(f, acting[n], acting[n] < CREW ? second : first, nth);
    for (int nth = 0; nth < 2; nth++)
        for (int n = 0; n < many; n++) {
            int one = acting[n], target = one < CREW ? second : first, dealt = f->dealt[one][nth];
            if (!nth) f->defended[target] += f->made[one], f->made[one] = f->fired[one] = 0;
            if (dealt) f->dealt[one][nth] = 0, suffer(f, target, dealt);
        }
}

static void fight(Fight *f, uint64_t where) {
    f->state = mixed(where), f->dice = 0, f->front[0] = 0, f->front[1] = CREW;
    for (int i = 0; i < PEOPLE; i++) {
        f->physical[i] = f->stun[i] = f->overflow[i] = f->wounds[i] = f->prone[i] = f->down[i] = f->dead[i] = 0;
        f->defended[i] = f->bled[i] = f->made[i] = f->fired[i] = f->dealt[i][0] = f->dealt[i][1] = 0;
        f->rounds[i] = people[i].magazine;
    }
    for (f->round = 1; f->round <= LIMIT + 1; f->round++) {
        initiative(f);
        for (int pass = 1; pass <= PASSES; pass++) {
            for (int i = 0; i < PEOPLE; i++) f->done[i] = 0;
            for (;;) {
                int highest = NOBODY, places[PEOPLE], acting[PEOPLE], many = 0;
                for (int i = 0; i < PEOPLE; i++) {
                    places[i] = place(f, i, pass);
                    if (places[i] > highest) highest = places[i];
                }
                if (highest == NOBODY) break;
                if (over(f) || f->round > LIMIT) {
                    ended(f);
                    return;
                }
                for (int i = 0; i < PEOPLE; i++)
                    if (places[i] == highest) acting[many++] = i, f->done[i] = 1;
                phase(f, acting, many);
            }
        }
        bleed(f);
        if (f->front[0] == CREW && f->front[1] == PEOPLE) break;
    }
    ended(f);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    uint64_t where = strtoull(argv[1], 0, 10), digest = 0;
    long fights = strtol(argv[2], 0, 10), wins = 0, rounds = 0, dice = 0, left = 0;
    static Fight f;
    tabulate(hits_of, 2, 6), tabulate(ones_of, 1, 4);
    for (long k = 0; k < fights; k++, where += GOLDEN) {
        fight(&f, where);
        int standing = CREW - f.front[0] + PEOPLE - f.front[1], health = 0;
        for (int i = 0; i < PEOPLE; i++) health += people[i].stun_track ? f.physical[i] + f.stun[i] : 0; /* two tracks only */
        wins += f.winner == 0, rounds += f.round, dice += f.dice, left += standing;
        digest += (uint64_t)(k % 997 + 1) * (uint64_t)(int64_t)(f.winner + 3 * f.round + 7 * f.dice + 11 * standing + 13 * health);
    }
    printf("%ld %ld %ld %ld %llu\n", wins, rounds, dice, left, (unsigned long long)digest);
    return 0;
}
