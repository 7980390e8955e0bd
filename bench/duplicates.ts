// Finds duplicates among made-up leads whose truth is known: time, memory, and recall (of pairs with no other damage) and
// precision by kind of damage.
// Arguments: leads, seed.
import { findDuplicates, People } from '#packages/linkage/linkage.ts';
import { foldText } from '#server/lead/values/fold-text.ts';
import { DAMAGES, type Damage, damagedPeople, type MadeUpPerson } from './support/damaged-people.ts';

type Pair = { a: number; b: number };
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
const isTrue = ({ a, b }: Pair) => truth[a] === truth[b];
const all = truePairs();
print(
  '| damage | recall | certain: recall, precision | likely or better: precision |\n| --- | --- | --- | --- |\n',
);
const certain = pairs.filter(({ band }) => band === 'certain');
const likely = pairs.filter(({ band }) => band !== 'possible');
const row = (name: string, chosen: (list: readonly Pair[]) => Pair[], alone = chosen) => {
  const recall = (found: readonly Pair[]) => share(alone(found.filter(isTrue)).length, alone(all).length);
  const precision = (found: readonly Pair[]) =>
    share(chosen(found.filter(isTrue)).length, chosen(found).length);
  print(
    `| ${name} | ${recall(pairs)} | ${recall(certain)}, ${precision(certain)} | ${precision(likely)} |\n`,
  );
};
row('all', (list) => [...list]);
for (const damage of DAMAGES) {
  const has = (lead: number) => damages[lead]?.includes(damage) === true;
  const isAlone = (lead: number, other: number) =>
    has(lead) && damages[lead]?.length === 1 && damages[other]?.length === 0;
  row(
    damage,
    (list) => list.filter(({ a, b }) => has(a) || has(b)),
    (list) => list.filter(({ a, b }) => isAlone(a, b) || isAlone(b, a)),
  );
}

function folded(person: MadeUpPerson) {
  const texts = Object.fromEntries(FIELDS.map((field) => [field, foldText(person[field])]));
  return { ...(texts as Record<(typeof FIELDS)[number], string>), others: [person.birthDate] };
}

function truePairs(): Pair[] {
  const out: Pair[] = [];
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
