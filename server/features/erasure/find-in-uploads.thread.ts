import { type ByteSource, FileProblem, openRecords } from '#packages/tabular/tabular.ts';
import { type Matcher, matcherOf } from '../../lead/persons/matcher.ts';
import type { Person } from '../../lead/persons/person.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { uploadSource } from '../../platform/uploads/reads.ts';
import { storedFiles } from './upload-writes.ts';

/** Longer than an email in UTF-16. */
const OVERLAP_BYTES = 1_024;

export interface SearchedFiles {
  person: Person;
  /** Rows returned for each file. */
  limit: number;
}

/** A file with rows that hold the person. */
export interface FileWithPerson {
  id: string;
  rows: { sheet: string | null; number: number; cells: string[] }[];
}

/** Reads all stored files of the organization, all sheets of each. */
export default async function run(
  { database }: ThreadEnvironment,
  { person, limit }: SearchedFiles,
): Promise<FileWithPerson[]> {
  const { scope } = await database();
  const matcher = matcherOf(person);
  const found: FileWithPerson[] = [];
  for (const file of await scope.transaction(storedFiles)) {
    const rows = await rowsOf(scope, file, matcher, limit);
    if (rows.length > 0) found.push({ id: file.id, rows });
  }
  return found;
}

async function rowsOf(
  scope: OrganizationScope,
  { id, filename, size }: { id: string; filename: string; size: number },
  matcher: Matcher,
  limit: number,
): Promise<FileWithPerson['rows']> {
  const found: FileWithPerson['rows'] = [];
  const source = uploadSource(scope, id, size);
  try {
    const first = await openRecords(source, { filename });
    const others = first.format.sheets.filter((sheet) => sheet !== first.format.sheet);
    for (const sheet of [null, ...others]) {
      const records = sheet === null ? first : await openRecords(source, { filename, sheet });
      for await (const batch of records.records()) {
        for (const { number, cells } of batch) {
          if (!matcher.holds(cells.join('\n'))) continue;
          found.push({ sheet: records.format.sheet, number, cells });
          if (found.length === limit) return found;
        }
      }
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (await isInBytes(source, matcher)) found.push({ sheet: null, number: 0, cells: [] });
  }
  return found;
}

/** Searches a file that can't be read, or not to its end, for the emails. */
async function isInBytes(source: ByteSource, { needles }: Matcher): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const chunk of source.stream()) {
    const bytes = Buffer.concat([tail, chunk]);
    const texts = [
      bytes.toString('latin1'),
      bytes.toString('utf16le'),
      bytes.subarray(1).toString('utf16le'),
    ];
    if (needles.texts.some((needle) => texts.some((text) => text.toLowerCase().includes(needle))))
      return true;
    tail = bytes.subarray(-OVERLAP_BYTES);
  }
  return false;
}
