import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvRecords, csvHeader } from './csv-records.ts';

function inChunks(text: string, sizes: readonly number[]): string {
  const bytes = Buffer.from(text);
  const records = new CsvRecords();
  const out: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + (sizes[turn % sizes.length] ?? 1);
    out.push(records.push(bytes.subarray(at, end)));
    at = end;
  }
  return Buffer.concat(out).toString();
}

test.each([
  ['a,b\nc,d\n', 'a,b\r\nc,d\r\n'],
  ['"a\nb",c\n', '"a\nb",c\r\n'],
  ['"say ""a\nb""",c\n"x\r\ny"\n', '"say ""a\nb""",c\r\n"x\r\ny"\r\n'],
  ['\n\n', '\r\n\r\n'],
  ['', ''],
])('%j becomes %j', (written, records) => {
  expect(inChunks(written, [1_000])).toBe(records);
});

test('where chunks end makes no difference', () => {
  const cell = fc.array(fc.constantFrom('a', '"', '\n', '\r\n', ',', 'é')).map((parts) => parts.join(''));
  const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
  const line = fc.array(fc.oneof(quoted, fc.constantFrom('', 'x', 'ö')), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(line),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
      (lines, sizes) => {
        const records = lines.map((cells) => cells.join(','));
        const written = records.map((record) => `${record}\n`).join('');
        expect(inChunks(written, sizes)).toBe(records.map((record) => `${record}\r\n`).join(''));
      },
    ),
  );
});

test('the header begins with a mark, and is quoted and guarded like any record', () => {
  const header = csvHeader(['Lead ID', 'a,b', 'say "x"', '=1', "'+"]).toString();
  expect(header).toBe(`\uFEFF"Lead ID","a,b","say ""x""","'=1","''+"\r\n`);
});
