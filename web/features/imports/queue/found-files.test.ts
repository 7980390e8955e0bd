import { describe, expect, it } from 'vitest';
import { filesOfDrop, filesOfFolder, sortFound } from './found-files.ts';
import { intakeText } from './intake-text.ts';

interface Fake {
  name: string;
  isFile: boolean;
  isDirectory: boolean;
}

/** Creates a file system entry like a browser's; `unreadable` ones call back with an error. */
function fileEntry(name: string, unreadable = false): Fake & { file: FileSystemFileEntry['file'] } {
  return {
    name,
    isFile: true,
    isDirectory: false,
    file: (found, failed) => (unreadable ? failed?.(new DOMException('No')) : found(new File(['x'], name))),
  };
}

/** Creates a folder that returns its entries `step` at a time, as browsers do. */
function folderEntry(name: string, entries: Fake[], step = 2) {
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader() {
      let at = 0;
      return {
        readEntries(found: (entries: Fake[]) => void) {
          at += step;
          queueMicrotask(() => found(entries.slice(at - step, at)));
        },
      };
    },
  };
}

function drop(entries: (Fake | null)[], files: File[] = []): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { items, files } as unknown as DataTransfer;
}

const shown = (found: Awaited<ReturnType<typeof filesOfDrop>>) =>
  found.map(({ file, folder }) => [folder, file.name].filter((part) => part !== '').join('/'));

describe('a drop', () => {
  it('is walked to its end, folders within folders, by name', async () => {
    const names = Array.from({ length: 7 }, (_, n) => fileEntry(`${n + 5}.csv`));
    const year = folderEntry('2030', [folderEntry('may', names.toReversed(), 3), fileEntry('notes.txt')]);
    expect(shown(await filesOfDrop(drop([year, fileEntry('a.xlsx')])))).toEqual([
      ...[5, 6, 7, 8, 9, 10, 11].map((n) => `2030/may/${n}.csv`),
      '2030/notes.txt',
      'a.xlsx',
    ]);
  });

  it('leaves out what is hidden, folders and all', async () => {
    const git = folderEntry('.git', [fileEntry('log.csv')]);
    const found = await filesOfDrop(
      drop([folderEntry('x', [git, fileEntry('.DS_Store'), fileEntry('~$a.xlsx')])]),
    );
    expect(found).toEqual([]);
  });

  it('passes over what cannot be read', async () => {
    const found = await filesOfDrop(drop([folderEntry('x', [fileEntry('a.csv', true), fileEntry('b.csv')])]));
    expect(shown(found)).toEqual(['x/b.csv']);
  });

  it('of files alone, where a browser gives no entries, is these files', async () => {
    const found = await filesOfDrop(drop([null], [new File(['x'], 'a.csv')]));
    expect(shown(found)).toEqual(['a.csv']);
  });
});

it('takes a chosen folder in the same way', () => {
  const list = ['y/10.csv', 'y/9.csv', 'y/.git/log.csv', 'y/z/b.csv'].map((path) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', {
      value: path,
    }),
  );
  expect(shown(filesOfFolder(list as unknown as FileList))).toEqual(['y/9.csv', 'y/10.csv', 'y/z/b.csv']);
});

describe('what is taken', () => {
  const found = ['a.CSV', 'b.xls', 'c.xlsx', 'd.pdf', 'e', '~$c.xlsx', '.DS_Store', 'Thumbs.db'].map(
    (name) => ({
      file: new File(['x'], name),
      folder: 'f',
    }),
  );

  it('is CSV and Excel; other files are counted, hidden ones are not', () => {
    const intake = sortFound(found, 500);
    expect(intake.taken.map(({ file }) => file.name)).toEqual(['a.CSV', 'b.xls', 'c.xlsx']);
    expect(intake).toMatchObject({ others: 2, surplus: 0 });
    expect(intakeText(intake)).toBe('3 files added, 2 skipped (not CSV or Excel)');
  });

  it('is no more than there is room for, and says so', () => {
    const intake = sortFound(found, 1);
    expect(intakeText(intake)).toBe(
      "1 file added, 2 skipped (not CSV or Excel). The queue can hold 500 files, so 2 more files didn't fit. Remove finished files and add the rest again.",
    );
    expect(intakeText(sortFound(found.slice(3), 9))).toBe('No files added, 2 skipped (not CSV or Excel)');
    expect(intakeText(sortFound(found.slice(0, 3), 9))).toBe('3 files added');
  });
});
