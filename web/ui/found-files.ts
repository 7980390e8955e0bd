/** A file and the folder in which it was found, such as `2030/may`; empty for a file chosen by itself. */
export interface FoundFile {
  file: File;
  folder: string;
}

/** System files and lock files of open workbooks, which users don't mean to choose. */
const HIDDEN = /^(\.|~\$)|^(Thumbs\.db|desktop\.ini|__MACOSX)$/i;

/**
 * Returns the files of a drop, including those in its folders, sorted by name. Must be called synchronously
 * in the drop event, because the browser clears the transfer afterwards.
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return chosenFiles(transfer.files);
  const found: FoundFile[] = [];
  await collectFiles(entries, '', found);
  return found;
}

/** Returns files that were chosen one by one. */
export function chosenFiles(list: Iterable<File>): FoundFile[] {
  return [...list].map((file) => ({ file, folder: '' }));
}

/** Returns the files of a chosen folder. */
export function filesOfFolder(list: Iterable<File>): FoundFile[] {
  return [...list]
    .filter(({ webkitRelativePath: path }) => !path.split('/').some((part) => HIDDEN.test(part)))
    .map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
    .sort((a, b) => byName(pathOf(a), pathOf(b)));
}

/**
 * Returns the files with one of these endings, and the number of the others. Ignores hidden files, unless one was chosen
 * by itself.
 */
export function filesEndingIn(
  endings: readonly string[],
  found: readonly FoundFile[],
): { files: FoundFile[]; others: number } {
  const seen = found.length === 1 ? found : found.filter(({ file }) => !HIDDEN.test(file.name));
  const files = seen.filter(({ file }) => endings.some((ending) => file.name.toLowerCase().endsWith(ending)));
  return { files, others: seen.length - files.length };
}

async function collectFiles(entries: FileSystemEntry[], folder: string, found: FoundFile[]): Promise<void> {
  const shown = entries.filter(({ name }) => !HIDDEN.test(name));
  for (const entry of shown.sort((a, b) => byName(a.name, b.name))) {
    if (isFolder(entry)) {
      await collectFiles(
        await folderEntries(entry),
        folder === '' ? entry.name : `${folder}/${entry.name}`,
        found,
      );
    } else if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file) found.push({ file, folder });
    }
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Returns the entries of a folder; empty if it can't be read. */
async function folderEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // Browsers return the entries in batches (Chromium: 100) and an empty batch at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Returns the file of an entry, or null if it was removed or may not be read. */
function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}

function pathOf({ file, folder }: FoundFile): string {
  return `${folder}/${file.name}`;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true });
}
