import { CFB } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { compound } from '#tests/support/files/compound.ts';
import { bytesSource } from '../source/byte-source.ts';
import { CompoundFile } from './compound-file.ts';

/** Returns bytes in which no two pieces are equal. */
function pattern(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  return bytes;
}

/** Maps a sector to its place: ascending even places, then descending odd places. */
const scattered = (sector: number, sectors: number) => {
  const half = Math.ceil(sectors / 2);
  return sector < half ? sector * 2 : 2 * (sectors - 1 - sector) + 1;
};

async function whole(file: Uint8Array, name = 'Workbook'): Promise<Buffer | undefined> {
  const stream = await (await CompoundFile.open(bytesSource(file))).stream(name);
  return stream?.read(0, stream.size);
}

test.each([
  ['in order', undefined],
  ['scattered', scattered],
  ['backwards', (sector: number, sectors: number) => sectors - 1 - sector],
])('a stream whose sectors stand %s', async (_, place) => {
  const bytes = pattern(101 * 512 - 3);
  const file = compound('Workbook', bytes, place === undefined ? {} : { place });
  const stream = await (await CompoundFile.open(bytesSource(file))).stream('workbook');
  expect(stream?.size).toBe(bytes.length);
  for (const [position, length] of [
    [0, bytes.length + 100],
    [511, 2],
    [512, 512],
    [1_000, 30_000],
    [bytes.length - 1, 9],
    [bytes.length, 9],
  ] as const) {
    const expected = bytes.subarray(position, position + length);
    expect((await stream?.read(position, length))?.equals(expected), `${length} from ${position}`).toBe(true);
  }
});

test('an allocation table too long for the header', async () => {
  const bytes = pattern(16 * 1024 * 1024);
  expect(bytes.equals((await whole(compound('Workbook', bytes, { place: scattered }))) ?? pattern(0))).toBe(
    true,
  );
});

test('a small stream among mini sectors, and names in the root alone', async () => {
  const container = CFB.utils.cfb_new();
  const bytes = pattern(1_000);
  CFB.utils.cfb_add(container, '/Other', pattern(100));
  CFB.utils.cfb_add(container, '/Book', bytes);
  CFB.utils.cfb_add(container, '/MBD0001/Workbook', pattern(5_000));
  const file = Buffer.from(CFB.write(container, { type: 'buffer' }));
  expect(await whole(file, 'Book')).toEqual(bytes);
  expect(await whole(file, 'Workbook')).toBeUndefined();
});

test.each([
  ['a chain that comes back to itself', (table: number[]) => table.splice(5, 1, 2)],
  ['a chain that is too short', (table: number[]) => table.splice(5, 1, 0xfffffffe)],
  ['a chain into a free sector', (table: number[]) => table.splice(5, 1, 0xffffffff)],
  ['a directory that comes back to itself', (table: number[]) => table.splice(20, 1, 20)],
])('%s is damage', async (_, change) => {
  await expect(whole(compound('Workbook', pattern(20 * 512), { change }))).rejects.toMatchObject({
    code: 'broken',
  });
});

test('a table of tables that comes back to itself is damage', async () => {
  const file = compound('Workbook', pattern(24 * 1024 * 1024));
  const first = file.readUInt32LE(68);
  file.writeUInt32LE(first, (first + 1) * 512 + 508);
  await expect(whole(file)).rejects.toMatchObject({ code: 'broken' });
});

test('a directory whose tree comes back to itself is damage', async () => {
  const file = compound('Workbook', pattern(20 * 512));
  file.writeUInt32LE(1, 21 * 512 + 128 + 68);
  await expect(whole(file)).rejects.toMatchObject({ code: 'broken' });
});

test('sizes and sectors beyond the file are not trusted', async () => {
  const file = compound('Workbook', pattern(20 * 512));
  const huge = Buffer.from(file);
  huge.writeUInt32LE(0xfffffff0, 21 * 512 + 128 + 120);
  await expect(whole(huge)).rejects.toMatchObject({ code: 'broken' });
  const far = Buffer.from(file);
  far.writeUInt32LE(0x00ffffff, 76);
  await expect(whole(far)).rejects.toMatchObject({ code: 'truncated' });
  await expect(whole(file.subarray(0, 10 * 512))).rejects.toMatchObject({ code: 'truncated' });
  await expect(whole(file.subarray(0, 100))).rejects.toMatchObject({ code: 'truncated' });
});
