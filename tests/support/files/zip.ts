import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive. */
export interface ZipPart {
  name: string;
  data: string | Uint8Array;
  /** Size that the headers claim instead of the true one. */
  claimedSize?: number;
}

/** A ZIP archive with deflated parts. */
export function zip(parts: readonly ZipPart[]): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const data = Buffer.from(part.data);
    const packed = deflateRawSync(data, { level: 1 });
    const name = Buffer.from(part.name);
    const shared = sharedHeader(data, packed, name, part.claimedSize ?? data.length);
    const header = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), shared, name]);
    central.push(centralHeader(shared, offset), name);
    local.push(header, packed);
    offset += header.length + packed.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...local, directory, endRecord(parts.length, directory.length, offset)]);
}

/** Makes the part that local and central headers share: version, flags, method, time, checksum, sizes, lengths of names. */
function sharedHeader(data: Buffer, packed: Buffer, name: Buffer, size: number): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x0800, 2);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(crc32(data), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function centralHeader(shared: Buffer, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.set([0x50, 0x4b, 1, 2, 20, 0]);
  shared.copy(header, 6);
  header.writeUInt32LE(offset, 42);
  return header;
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.set([0x50, 0x4b, 5, 6]);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
