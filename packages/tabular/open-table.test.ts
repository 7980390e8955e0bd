import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { FileProblem } from './source/file-problem.ts';

const rows = [
  ['name', 'email', 'zip'],
  ...Array.from({ length: 40 }, (_, index) => [`Name ${index}`, `${index}@example.com`, `0${index}, "x"`]),
];

test.each([
  ['csv', csv(rows), 'leads.xlsx'],
  ['xlsx', xlsx({ sheets: [{ name: 'A', rows }] }), 'leads.csv'],
  ['xls', xls([{ name: 'A', rows }]), 'leads.xlsx'],
])('%s is opened by its content, whatever its name', async (kind, bytes, filename) => {
  const table = await readTable(bytes, { filename });
  expect(table.format.kind).toBe(kind);
  expect([table.columns, ...table.cells]).toEqual(rows);
});

test.each([
  ['CSV', csv(rows)],
  ['XLSX', xlsx({ sheets: [{ name: 'A', rows }] })],
  ['inline XLSX', xlsx({ sheets: [{ name: 'A', rows }], inline: true })],
])('%s with bytes changed or cut off is read or refused as a problem of the file', async (_, bytes) => {
  const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
  const length = fc.oneof(fc.constant(bytes.length), fc.nat(bytes.length));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 5 }), length, async (changes, kept) => {
      const copy = Uint8Array.from(bytes.subarray(0, kept));
      for (const { at, byte } of changes) if (at < copy.length) copy[at] = byte;
      const outcome = await readTable(copy).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FileProblem);
    }),
    { numRuns: 250 },
  );
});
