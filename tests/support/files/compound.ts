const SECTOR = 512;
const FREE = 0xffffffff;
const CHAIN_END = 0xfffffffe;
const TABLE = 0xfffffffd;
const TABLE_OF_TABLES = 0xfffffffc;

export interface CompoundOptions {
  /** The sector of the file in which sector n of the stream stands; one after the other when left out. */
  place?: (sector: number, sectors: number) => number;
  /** Changes the allocation table (for each sector the next) before it is written. */
  change?: (table: number[]) => void;
}

/** The bytes of a compound file with one stream of at least 4,096 bytes (filled up with zeros) in its root. */
export function compound(name: string, stream: Uint8Array, options: CompoundOptions = {}): Buffer {
  const size = Math.max(4096, stream.length);
  const data = Math.ceil(size / SECTOR);
  const place = options.place ?? ((sector: number) => sector);
  const { tables, names } = tableCounts(data + 1);
  const directory = data;
  const total = data + 1 + tables + names;
  const table = new Array<number>(tables * 128).fill(FREE);
  for (let sector = 0; sector < data; sector += 1) {
    table[place(sector, data)] = sector + 1 < data ? place(sector + 1, data) : CHAIN_END;
  }
  table[directory] = CHAIN_END;
  table.fill(TABLE, data + 1, data + 1 + tables).fill(TABLE_OF_TABLES, data + 1 + tables, total);
  options.change?.(table);
  const file = Buffer.alloc((total + 1) * SECTOR);
  for (let sector = 0; sector < data; sector += 1) {
    file.set(stream.subarray(sector * SECTOR, (sector + 1) * SECTOR), (place(sector, data) + 1) * SECTOR);
  }
  writeDirectory(file.subarray((directory + 1) * SECTOR), name, place(0, data), size);
  table.forEach((next, index) => {
    file.writeUInt32LE(next, (data + 2) * SECTOR + index * 4);
  });
  writeHeader(file, directory, data + 1, tables, names);
  return file;
}

/** Sectors of the allocation table, and those with the names of its further sectors, for a file with `others` besides. */
function tableCounts(others: number): { tables: number; names: number } {
  let tables = 0;
  let names = 0;
  for (;;) {
    const needed = Math.ceil((others + tables + names) / 128);
    if (needed === tables) return { tables, names };
    tables = needed;
    names = Math.max(0, Math.ceil((tables - 109) / 127));
  }
}

function writeHeader(file: Buffer, directory: number, first: number, tables: number, names: number): void {
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(tables, 44);
  file.writeUInt32LE(directory, 48);
  file.writeUInt32LE(4096, 56);
  file.writeUInt32LE(CHAIN_END, 60);
  file.writeUInt32LE(names > 0 ? first + tables : CHAIN_END, 68);
  file.writeUInt32LE(names, 72);
  const named = (index: number) => (index < tables ? first + index : FREE);
  for (let index = 0; index < 109; index += 1) file.writeUInt32LE(named(index), 76 + index * 4);
  for (let sector = 0; sector < names; sector += 1) {
    const at = (first + tables + sector + 1) * SECTOR;
    for (let index = 0; index < 127; index += 1) {
      file.writeUInt32LE(named(109 + sector * 127 + index), at + index * 4);
    }
    file.writeUInt32LE(sector + 1 < names ? first + tables + sector + 1 : CHAIN_END, at + 508);
  }
}

function writeDirectory(bytes: Buffer, name: string, first: number, size: number): void {
  writeEntry(bytes, { name: 'Root Entry', kind: 5, child: 1, first: CHAIN_END, size: 0 });
  writeEntry(bytes.subarray(128), { name, kind: 2, child: FREE, first, size });
}

function writeEntry(
  bytes: Buffer,
  entry: { name: string; kind: number; child: number; first: number; size: number },
): void {
  bytes.write(entry.name, 0, 'utf16le');
  bytes.writeUInt16LE((entry.name.length + 1) * 2, 64);
  bytes.writeUInt8(entry.kind, 66);
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(FREE, 72);
  bytes.writeUInt32LE(entry.child, 76);
  bytes.writeUInt32LE(entry.first, 116);
  bytes.writeUInt32LE(entry.size, 120);
}
