// Finds duplicates among made-up leads whose truth is known: recall and precision by kind of damage, time and memory, and
// what exact rules find. Arguments: leads, seed.
import { findDuplicates, type LinkedPair, People } from '#packages/linkage/linkage.ts';
import { foldText } from '#server/lead/values/fold-text.ts';
import {
  DAMAGES,
  type DamagedPeople,
  type MadeUpPerson,
  makeDamagedPeople,
} from './support/damaged-people.ts';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const MIB = 1024 ** 2;
const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postcode'] as const;

const made = makeDamagedPeople(count, seed);
const people = new People(['Birth Date']);
const started = performance.now();
for (const person of made.people) people.add(folded(person));
const added = performance.now();
let peak = process.memoryUsage().rss;
const before = process.cpuUsage();
const { pairs } = findDuplicates(people);
const cpu = process.cpuUsage(before);
peak = Math.max(peak, process.resourceUsage().maxRSS * 1024);
const seconds = (ms: number) => (ms / 1000).toFixed(1);
print(
  `${count} leads, seed ${seed}: ${seconds(added - started)} s to read, ${seconds(performance.now() - added)} s to find `,
);
print(
  `(${seconds((cpu.user + cpu.system) / 1000)} s of processor), ${Math.round(peak / MIB)} MiB with the generator's data\n\n`,
);
report('found', pairs);
report(
  'certain',
  pairs.filter(({ band }) => band === 'certain'),
);
report(
  'likely',
  pairs.filter(({ band }) => band === 'likely'),
);
report(
  'possible',
  pairs.filter(({ band }) => band === 'possible'),
);
report('exact rules', exactRules(made));

function folded(person: MadeUpPerson) {
  const texts = Object.fromEntries(FIELDS.map((field) => [field, foldText(person[field])]));
  return { ...(texts as Record<(typeof FIELDS)[number], string>), others: [person.birthDate] };
}

function report(name: string, found: readonly Pick<LinkedPair, 'a' | 'b'>[]): void {
  const { truth, damages } = made;
  const isTrue = ({ a, b }: Pick<LinkedPair, 'a' | 'b'>) => truth[a] === truth[b];
  const all = truePairs(made);
  const correct = found.filter(isTrue);
  print(
    `${name}: ${found.length} pairs, precision ${share(correct.length, found.length)}, recall ${share(correct.length, all.length)}\n`,
  );
  const cells = DAMAGES.map((damage) => {
    const alone = (row: number) => damages[row]?.length === 1 && damages[row]?.[0] === damage;
    const single = (list: readonly Pick<LinkedPair, 'a' | 'b'>[]) =>
      list.filter(
        ({ a, b }) => (alone(a) && damages[b]?.length === 0) || (alone(b) && damages[a]?.length === 0),
      ).length;
    const touched = found.filter(({ a, b }) => damages[a]?.includes(damage) || damages[b]?.includes(damage));
    return `${damage} ${share(single(correct), single(all))} / ${share(touched.filter(isTrue).length, touched.length)}`;
  });
  print(`  recall alone / precision: ${cells.join(', ')}\n`);
}

function truePairs({ truth }: DamagedPeople): { a: number; b: number }[] {
  const out: { a: number; b: number }[] = [];
  // Leads of a person follow each other.
  for (let a = 0; a < truth.length; a++)
    for (let b = a + 1; truth[b] === truth[a] && b < truth.length; b++) out.push({ a, b });
  return out;
}

/** Pairs with the same mailbox, phone without extension, or name and postcode. */
function exactRules({ people: leads }: DamagedPeople): { a: number; b: number }[] {
  const groups = new Map<string, number[]>();
  leads.forEach((lead, row) => {
    const keys = [
      lead.email.replace(/\+.*@/, '@'),
      lead.phone.replace(/ ext.*/, ''),
      lead.firstName && lead.lastName && lead.postcode
        ? [lead.firstName, lead.lastName, lead.postcode].join('\n').toLowerCase()
        : '',
    ];
    for (const key of new Set(keys)) if (key !== '') groups.set(key, [...(groups.get(key) ?? []), row]);
  });
  const found = new Map<string, { a: number; b: number }>();
  for (const rows of groups.values())
    rows.forEach((a, n) => {
      for (const b of rows.slice(n + 1)) found.set(`${a} ${b}`, { a, b });
    });
  return [...found.values()];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3);
}

function print(text: string): void {
  process.stdout.write(text);
}
