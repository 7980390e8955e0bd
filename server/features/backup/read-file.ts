import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { sqlState } from '../../platform/db/transaction.ts';
import {
  BackupFileError,
  type BackupInfo,
  backupEnd,
  backupInfo,
  damaged,
  END_OF_ROWS,
  type FileHeader,
  FORMAT_VERSION,
  fileHeader,
  fileKey,
  type TableHeader,
  type TableSum,
  tableHeader,
} from './backup-format.ts';
import { openChunks } from './sealed-chunks.ts';

/** In file order; rows come in pieces of any length. */
export type BackupPart =
  | { kind: 'info'; info: BackupInfo }
  | ({ kind: 'table' } & TableHeader)
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'end'; tables: Record<string, TableSum> };

export interface VerifiedBackup {
  info: BackupInfo;
  tables: Record<string, TableSum>;
}

const READ_BYTES = 256 * 1024;
/** Only lines of JSON are read whole. */
const MAX_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 10;
const END_MARK = Buffer.from(`\n${END_OF_ROWS}`);

/**
 * @throws BackupFileError if the file is damaged, incomplete or no backup, or the passphrase is wrong or
 * missing
 */
export async function verifyFile(path: string, passphrase: string | null): Promise<VerifiedBackup> {
  let info: BackupInfo | null = null;
  let tables: Record<string, TableSum> = {};
  const seen: string[] = [];
  for await (const part of readBackup(path, passphrase)) {
    if (part.kind === 'info') info = part.info;
    else if (part.kind === 'table') seen.push(part.table);
    else if (part.kind === 'end') tables = part.tables;
  }
  if (info === null || seen.join() !== Object.keys(tables).join()) throw damaged();
  return { info, tables };
}

/** Trust its output only after `verifyFile`. */
export async function* readBackup(path: string, passphrase: string | null): AsyncGenerator<BackupPart> {
  const { header, line } = await readHeader(path);
  if (header.encryption !== null && passphrase === null) {
    throw new BackupFileError('The backup is encrypted: give its passphrase with --passphrase-file');
  }
  const body: AsyncIterable<Buffer> = createReadStream(path, {
    start: line.length,
    highWaterMark: READ_BYTES,
  });
  const compressed =
    header.encryption === null
      ? body
      : openChunks(body, await fileKey(passphrase ?? '', header.encryption), line);
  yield* partsOf(unzipped(compressed));
}

async function readHeader(path: string): Promise<{ header: FileHeader; line: Buffer }> {
  for await (const chunk of createReadStream(path, { end: READ_BYTES - 1 }) as AsyncIterable<Buffer>) {
    const line = chunk.subarray(0, chunk.indexOf(LINE_FEED) + 1);
    const known = fileHeader.safeParse(jsonIn(line));
    if (!known.success) break;
    if (known.data.version !== FORMAT_VERSION) {
      throw new BackupFileError(
        `${path} was written by a newer version of Lead Manager: restore it with that version`,
      );
    }
    return { header: known.data, line };
  }
  throw new BackupFileError(`${path} isn't a backup of Lead Manager, or its beginning is damaged`);
}

async function* unzipped(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  // Source errors arrive through `gunzip`.
  pipeline(Readable.from(compressed), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    if (/^Z_/.test(sqlState(error))) throw damaged();
    throw error;
  }
}

async function* partsOf(text: AsyncIterable<Buffer>): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  let state: 'info' | 'lines' | 'rows' | 'ended' = 'info';
  for await (const chunk of text) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (state === 'rows') {
        // `rest` keeps the preceding line feed, so that the end mark is found.
        const end = rest.indexOf(END_MARK);
        const stop = end < 0 ? Math.max(rest.length - END_MARK.length, 0) : end;
        const bytes = rest.subarray(1, stop + 1);
        if (bytes.length > 0) {
          hash.update(bytes);
          yield { kind: 'rows', bytes };
        }
        rest = rest.subarray(end < 0 ? stop : end + END_MARK.length);
        if (end < 0) break;
        hash.update(END_OF_ROWS);
        state = 'lines';
      }
      const feedAt = rest.indexOf(LINE_FEED);
      if (feedAt < 0) {
        if (rest.length > MAX_LINE_BYTES) throw damaged();
        break;
      }
      const line = rest.subarray(0, feedAt + 1);
      const value = jsonIn(line);
      if (state === 'ended') throw damaged();
      if (state === 'info') {
        yield { kind: 'info', info: whole(backupInfo, value) };
        state = 'lines';
      } else if (backupEnd.safeParse(value).success) {
        const { sha256, tables } = whole(backupEnd, value);
        if (hash.digest('hex') !== sha256) throw damaged();
        yield { kind: 'end', tables };
        state = 'ended';
      } else {
        yield { kind: 'table', ...whole(tableHeader, value) };
        state = 'rows';
      }
      if (state !== 'ended') hash.update(line);
      // Keeps a table line's line feed.
      rest = rest.subarray(state === 'rows' ? feedAt : feedAt + 1);
    }
  }
  if (state !== 'ended' || rest.length > 0) throw damaged();
}

function jsonIn(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return null;
  }
}

function whole<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw damaged();
  return parsed.data;
}
