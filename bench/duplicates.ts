// Finds duplicates among made-up leads whose truth is known: recall and precision by kind of damage, time and memory.
// Arguments: leads, seed.
import { findDuplicates, People, type ScoredPair } from '#packages/linkage/linkage.ts';
import { foldText } from '#server/lead/values/fold-text.ts';
import { DAMAGES, type Damage, damagedPeople, type MadeUpPerson } from './support/damaged-people.ts';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const MIB = 1024 ** 2;
const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postcode'] as const;

// Leads are generated individually, so they don't count as memory of the scan.
const truth = new Int32Array(count);
const damages: (readonly Damage[])[] = [];
const people = new People(['Birth Date']);
for (const made of damagedPeople(count, seed)) {
  truth[damages.length] = made.of;
  damages.push(made.damages);
  people.add(folded(made.person));
}
const started = performance.now();
const before = process.cpuUsage();
const { pairs } = findDuplicates(people);
const cpu = process.cpuUsage(before);
const seconds = (ms: number) => (ms / 1000).toFixed(1);
print(`${count} leads, seed ${seed}: ${seconds(performance.now() - started)} s to find `);
print(
  `(${seconds((cpu.user + cpu.system) / 1000)} s of processor), ${Math.round(process.resourceUsage().maxRSS / (MIB / 1024))} MiB\n\n`,
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

function folded(person: MadeUpPerson) {
  const texts = Object.fromEntries(FIELDS.map((field) => [field, foldText(person[field])]));
  return { ...(texts as Record<(typeof FIELDS)[number], string>), others: [person.birthDate] };
}

function report(name: string, found: readonly Pick<ScoredPair, 'a' | 'b'>[]): void {
  const isTrue = ({ a, b }: Pick<ScoredPair, 'a' | 'b'>) => truth[a] === truth[b];
  const all = truePairs();
  const correct = found.filter(isTrue);
  print(
    `${name}: ${found.length} pairs, precision ${share(correct.length, found.length)}, recall ${share(correct.length, all.length)}\n`,
  );
  const cells = DAMAGES.map((damage) => {
    const alone = (row: number) => damages[row]?.length === 1 && damages[row]?.[0] === damage;
    const single = (list: readonly Pick<ScoredPair, 'a' | 'b'>[]) =>
      list.filter(
        ({ a, b }) => (alone(a) && damages[b]?.length === 0) || (alone(b) && damages[a]?.length === 0),
      ).length;
    const touched = found.filter(({ a, b }) => damages[a]?.includes(damage) || damages[b]?.includes(damage));
    return `${damage} ${share(single(correct), single(all))} / ${share(touched.filter(isTrue).length, touched.length)}`;
  });
  print(`  recall alone / precision: ${cells.join(', ')}\n`);
}

function truePairs(): { a: number; b: number }[] {
  const out: { a: number; b: number }[] = [];
  // Leads of a person follow each other.
  for (let a = 0; a < truth.length; a++)
    for (let b = a + 1; truth[b] === truth[a] && b < truth.length; b++) out.push({ a, b });
  return out;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3);
}

function print(text: string): void {
  process.stdout.write(text);
}
