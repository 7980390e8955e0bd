import { describe, expect, it } from 'vitest';
import { filesEndingIn, filesOfDrop, filesOfFolder } from './found-files.ts';

interface Fake {
  name: string;
  isFile: boolean;
  isDirectory: boolean;
}

/** Creates a file system entry; if `unreadable`, it calls back with an error. */
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

  const endings = ['.csv', '.xlsx', '.xls'];

  it('has one of the endings; other files are counted, hidden ones are not', () => {
    const { files, others } = filesEndingIn(endings, found);
    expect(files.map(({ file }) => file.name)).toEqual(['a.CSV', 'b.xls', 'c.xlsx']);
    expect(others).toBe(2);
  });

  it('may be a hidden file that was chosen by itself', () => {
    const file = new File(['x'], '.leads.csv');
    expect(filesEndingIn(endings, [{ file, folder: '' }])).toEqual({
      files: [{ file, folder: '' }],
      others: 0,
    });
  });
});
