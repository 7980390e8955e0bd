import { damagedXls } from './xls-problem.ts';

export interface DirectoryEntry {
  name: string;
  kind: 'storage' | 'stream' | 'root';
  /** For the root, that of the mini stream. */
  first: number;
  /** In bytes. */
  size: number;
}

const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
const NONE = 0xffffffff;
const KINDS = new Map<number, DirectoryEntry['kind']>([
  [1, 'storage'],
  [2, 'stream'],
  [5, 'root'],
]);

/**
 * Keys are upper-case, because names ignore case. Skips embedded workbooks, which live in storages.
 * @throws FileProblem `broken` without a root or for a cyclic tree
 */
export function readDirectory(bytes: Buffer): { root: DirectoryEntry; entries: Map<string, DirectoryEntry> } {
  const root = entryAt(bytes, 0);
  if (root?.kind !== 'root') throw damagedXls();
  const entries = new Map<string, DirectoryEntry>();
  const seen = new Set<number>();
  const waiting = [bytes.readUInt32LE(76)];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (number === NONE) continue;
    const at = number * ENTRY_BYTES;
    if (at + ENTRY_BYTES > bytes.length || seen.has(number)) throw damagedXls();
    seen.add(number);
    const entry = entryAt(bytes, at);
    if (entry !== null) entries.set(entry.name.toUpperCase(), entry);
    waiting.push(bytes.readUInt32LE(at + 68), bytes.readUInt32LE(at + 72));
  }
  return { root, entries };
}

/** Null for an unused entry. */
function entryAt(bytes: Buffer, at: number): DirectoryEntry | null {
  if (at + ENTRY_BYTES > bytes.length) return null;
  const kind = KINDS.get(bytes.readUInt8(at + 66));
  if (kind === undefined) return null;
  const length = Math.min(bytes.readUInt16LE(at + NAME_BYTES), NAME_BYTES);
  return {
    name: bytes.toString('utf16le', at, at + Math.max(0, length - 2)),
    kind,
    first: bytes.readUInt32LE(at + 116),
    size: bytes.readUInt32LE(at + 120),
  };
}
