import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';

/** A file and the folder it was found in, such as `2030/may`; empty when it was chosen by itself. */
export interface FoundFile {
  file: File;
  folder: string;
}

/** What was found, by what becomes of it. */
export interface Intake {
  taken: FoundFile[];
  /** Files of other kinds. */
  others: number;
  /** Files for which the queue has no room. */
  surplus: number;
}

/** Marks of the system and locks of open workbooks, which nobody means to import. */
const HIDDEN = /^(\.|~\$)|^(Thumbs\.db|desktop\.ini|__MACOSX)$/i;

/**
 * The files of a drop, those in its folders included, by name. To be called while the drop is handled: afterwards the
 * browser no longer tells what was dropped.
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ file, folder: '' }));
  const found: FoundFile[] = [];
  await walk(entries, '', found);
  return found;
}

/** The files of a chosen folder. */
export function filesOfFolder(list: FileList): FoundFile[] {
  return [...list]
    .filter(({ webkitRelativePath: path }) => !path.split('/').some((part) => HIDDEN.test(part)))
    .map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
    .sort((a, b) => byName(pathOf(a), pathOf(b)));
}

/** Parts what was found: files that can be imported as far as there is `room`, and how many are left out. Hidden ones count nowhere. */
export function sortFound(found: readonly FoundFile[], room: number): Intake {
  const seen = found.filter(({ file }) => !HIDDEN.test(file.name));
  const fit = seen.filter(({ file }) =>
    UPLOAD_EXTENSIONS.some((ending) => file.name.toLowerCase().endsWith(ending)),
  );
  const taken = fit.slice(0, Math.max(0, room));
  return { taken, others: seen.length - fit.length, surplus: fit.length - taken.length };
}

async function walk(entries: FileSystemEntry[], folder: string, found: FoundFile[]): Promise<void> {
  const shown = entries.filter(({ name }) => !HIDDEN.test(name));
  for (const entry of shown.sort((a, b) => byName(a.name, b.name))) {
    if (isFolder(entry)) {
      await walk(await entriesOf(entry), folder === '' ? entry.name : `${folder}/${entry.name}`, found);
    } else if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file) found.push({ file, folder });
    }
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** What is in a folder; nothing when it can't be read. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A browser hands them out some at a time (Chromium 100), and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** The file of an entry; null when it was removed or may not be read. */
function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}

function pathOf({ file, folder }: FoundFile): string {
  return `${folder}/${file.name}`;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true });
}
