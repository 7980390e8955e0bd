/** A file and its folder, such as `2030/may`; '' if chosen individually. */
export interface FoundFile {
  file: File;
  folder: string;
}

/** System files and lock files of open workbooks. */
const HIDDEN = /^(\.|~\$)|^(Thumbs\.db|desktop\.ini|__MACOSX)$/i;

/**
 * Returns all dropped files sorted by name; call it synchronously, because browsers clear the
 * transfer after the event.
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return chosenFiles(transfer.files);
  const found: FoundFile[] = [];
  await collectFiles(entries, '', found);
  return found;
}

/** Wraps individually chosen files. */
export function chosenFiles(list: Iterable<File>): FoundFile[] {
  return [...list].map((file) => ({ file, folder: '' }));
}

export function filesOfFolder(list: Iterable<File>): FoundFile[] {
  return [...list]
    .filter(({ webkitRelativePath: path }) => !path.split('/').some((part) => HIDDEN.test(part)))
    .map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
    .sort((a, b) => byName(pathOf(a), pathOf(b)));
}

/** Returns the matching files and the number of others; ignores hidden files unless chosen individually. */
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

/** Returns a folder's entries; empty if it is unreadable. */
async function folderEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // Browsers return batches (Chromium: 100 entries), then an empty batch.
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Returns null if the file is gone or unreadable. */
function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}

function pathOf({ file, folder }: FoundFile): string {
  return `${folder}/${file.name}`;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true });
}
