/* The stand-up fight of Eclipse Phase in plain C, one fight after the other: what the compiled simulator is measured
 * against. Written from the rules; prints the same digest for the same place in the row of fights.
 * Build: cc -O3 -march=native. Run: ./eclipse_phase PLACE FIGHTS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 50, PEOPLE = 10, CREW = 4 };

typedef struct {
    int initiative, skill, dice, sides, more, melee_attack, fray, melee, kinetic, durability, flesh, somatics;
} Person;

static const Person people[PEOPLE] = {
    {9, 60, 2, 10, 4, 0, 50, 40, 6, 40, 1, 20}, {7, 55, 2, 10, 0, 0, 45, 30, 6, 35, 1, 15},
    {8, 65, 2, 10, 3, 1, 60, 65, 8, 45, 0, 25}, {6, 50, 2, 10, 2, 0, 40, 30, 4, 35, 1, 15},
    {6, 45, 2, 10, 0, 0, 40, 35, 4, 30, 1, 15}, {6, 45, 2, 10, 0, 0, 40, 35, 4, 30, 1, 15},
    {6, 45, 2, 10, 0, 0, 40, 35, 4, 30, 1, 15}, {5, 50, 1, 10, 3, 1, 40, 50, 2, 35, 1, 20},
    {5, 50, 1, 10, 3, 1, 40, 50, 2, 35, 1, 20}, {7, 50, 2, 10, 2, 0, 40, 30, 6, 40, 0, 20},
};

typedef struct {
    int left[PEOPLE], wounds[PEOPLE], prone[PEOPLE], down[PEOPLE], dead[PEOPLE], checked[PEOPLE], bleeding[PEOPLE];
    int rolled[PEOPLE], done[PEOPLE], dealt[PEOPLE], front[2], winner, round, dice;
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

static int succeeds(int roll, int target) { return roll == 0 || (roll <= target && roll != 99); }

static int limited(int modifiers) { return modifiers < -60 ? -60 : modifiers > 60 ? 60 : modifiers; }

static int som(Fight *f, int one, int wounds) {
    uint64_t bits = draw(f);
    int roll = die(f, &bits, 100) % 100;
    return succeeds(roll, 3 * people[one].somatics + limited(-10 * wounds));
}

static void deal(Fight *f, int one, int target, int critical, int superior) {
    const Person *me = &people[one];
    uint64_t bits = draw(f);
    int rolled = me->more, more = 0;
    for (int n = 0; n < me->dice; n++) rolled += die(f, &bits, me->sides);
    for (int n = 0; n < superior; n++) more += die(f, &bits, 6);
    int damage = (critical ? 2 * rolled : rolled + more) - people[target].kinetic;
    f->dealt[one] = damage > 0 ? damage : 0;
}

static void attack(Fight *f, int one, int target) {
    const Person *me = &people[one], *it = &people[target];
    uint64_t bits = draw(f);
    int roll = die(f, &bits, 100) % 100, answer = die(f, &bits, 100) % 100;
    int modifiers = -10 * f->wounds[one] + (f->prone[target] && !me->melee_attack ? -10 : 0);
    int base = me->melee_attack ? (it->melee > it->fray ? it->melee : it->fray) : (it->fray + 1) / 2;
    if (!succeeds(roll, me->skill + limited(modifiers))) return;
    int critical = roll % 11 == 0;
    if (succeeds(answer, base + limited(-10 * f->wounds[target]))) {
        int met = answer % 11 == 0;
        if (critical != met ? !critical : roll != answer ? roll < answer : !critical || me->skill <= base) return;
    }
    deal(f, one, target, critical, critical ? 0 : (roll >= 33) + (roll >= 66));
}

static void suffer(Fight *f, int target, int damage) {
    const Person *it = &people[target];
    int threshold = (it->durability + 2) / 5, wounds = damage / (threshold > 1 ? threshold : 1);
    int taken = it->durability - f->left[target] + damage, out = 0;
    if (wounds && !f->down[target] && taken < it->durability) {
        int made = som(f, target, f->wounds[target] + wounds);
        out = wounds > 1 && !made;
        if (wounds > 1 || !made) f->prone[target] = 1;
    }
    f->left[target] -= damage;
    f->wounds[target] += wounds;
    if (taken >= (it->flesh ? (3 * it->durability + 1) / 2 : 2 * it->durability)) f->dead[target] = 1;
    if (!f->down[target] && (out || taken >= it->durability)) f->down[target] = 1, f->front[target >= CREW]++;
    if (it->flesh && f->wounds[target] && taken >= it->durability && !f->dead[target] && !f->checked[target]) {
        f->checked[target] = 1;
        f->bleeding[target] = !som(f, target, f->wounds[target]);
    }
}

static void bleed(Fight *f) {
    for (int i = 0; i < PEOPLE; i++)
        if (f->bleeding[i] && !f->dead[i]) {
            f->left[i] -= f->wounds[i];
            f->dead[i] = people[i].durability - f->left[i] >= (3 * people[i].durability + 1) / 2;
        }
}

static int over(const Fight *f) { return f->front[0] == CREW || f->front[1] == PEOPLE; }

static void ended(Fight *f) {
    int first = f->front[0] < CREW, second = f->front[1] < PEOPLE;
    f->winner = first ? (second ? 3 : 0) : second ? 1 : 2;
}

static void fight(Fight *f, uint64_t place) {
    f->state = mixed(place), f->dice = 0, f->front[0] = 0, f->front[1] = CREW;
    for (int i = 0; i < PEOPLE; i++) {
        f->left[i] = people[i].durability, f->dealt[i] = 0;
        f->wounds[i] = f->prone[i] = f->down[i] = f->dead[i] = f->checked[i] = f->bleeding[i] = 0;
        uint64_t bits = draw(f);
        f->rolled[i] = die(f, &bits, 6) + people[i].initiative;
    }
    for (f->round = 1; f->round <= LIMIT + 1; f->round++) {
        for (int i = 0; i < PEOPLE; i++) f->done[i] = 0;
        for (int left = PEOPLE; left;) {
            int count = -1000, sharing = 0, able = 0, first = f->front[0], second = f->front[1];
            for (int i = 0; i < PEOPLE; i++)
                if (!f->done[i] && f->rolled[i] - f->wounds[i] > count) count = f->rolled[i] - f->wounds[i];
            for (int i = 0; i < PEOPLE; i++)
                if (!f->done[i] && f->rolled[i] - f->wounds[i] == count) f->done[i] = 1, sharing++, able += !f->down[i];
            left -= sharing;
            if (able) {
                if (over(f) || f->round > LIMIT) {
                    ended(f);
                    return;
                }
                for (int i = 0; i < PEOPLE; i++)
                    if (f->done[i] == 1 && !f->down[i]) attack(f, i, i < CREW ? second : first);
                for (int i = 0; i < PEOPLE; i++)
                    if (f->done[i] == 1 && f->dealt[i]) suffer(f, i < CREW ? second : first, f->dealt[i]), f->dealt[i] = 0;
                if (sharing == 1 && over(f)) {
                    ended(f);
                    return;
                }
            }
            for (int i = 0; i < PEOPLE; i++) f->done[i] = f->done[i] ? 2 : 0;
        }
        bleed(f);
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
        int standing = CREW - f.front[0] + PEOPLE - f.front[1], health = 0;
        for (int i = 0; i < PEOPLE; i++) health += f.left[i];
        wins += f.winner == 0, rounds += f.round, dice += f.dice, left += standing;
        digest += (uint64_t)(k % 997 + 1) * (uint64_t)(int64_t)(f.winner + 3 * f.round + 7 * f.dice + 11 * standing + 13 * health);
    }
    printf("%ld %ld %ld %ld %llu\n", wins, rounds, dice, left, (unsigned long long)digest);
    return 0;
}
