import {
  changeHeader,
  DELIMITERS,
  type Delimiter,
  type Encoding,
  encodingOf,
  FileProblem,
  type Inspection,
  inspectScan,
  type KnowsColumnName,
} from '#packages/tabular/tabular.ts';
import type { Context } from '../context/context.ts';
import type { OrganizationScope } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import { INSPECT } from './inspection-threads.ts';
import { findReading, keepReading, type ReadingKey } from './reading-writes.ts';
import type { StoredUpload } from './reads.ts';

const MAX_QUOTED = 100;

/** Null means as detected. */
export interface ReadingChoice {
  sheet: string | null;
  /** Such as `windows-1251`; CSV only. */
  encoding: string | null;
  /** CSV only. */
  delimiter: string | null;
  /** 0 for none. */
  headerRow: number | null;
}

export interface ReadingRequest {
  choice: ReadingChoice;
  /** Field prefix in errors, such as `options.`. */
  within?: string;
  knowsColumnName: KnowsColumnName;
  signal?: AbortSignal;
}

/** Undefined as detected. */
interface CheckedChoice {
  sheet: string | undefined;
  encoding: Encoding | undefined;
  delimiter: Delimiter | undefined;
}

/**
 * Another sheet, encoding or delimiter reads the file once; another header row doesn't.
 * @throws HttpError invalid_input if impossible
 */
export async function readingOf(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  upload: StoredUpload,
  request: ReadingRequest,
): Promise<StoredUpload> {
  const { choice, within = '', knowsColumnName } = request;
  const checked = checkChoice(upload, choice, within);
  const { headerRow } = choice;
  const isKnown =
    isDetected(checked) &&
    (headerRow === null || upload.firstRows.length > 0 || headerRow === upload.format.headerRow);
  const found = isKnown ? upload : await described(context, scope, upload, checked, request);
  if (headerRow === null || headerRow === found.format.headerRow) return { ...upload, ...found };
  try {
    return { ...upload, ...changeHeader(found, { headerRow, knowsColumnName }) };
  } catch (error) {
    if (error instanceof FileProblem) throw invalidChoice(within, 'headerRow', error.message);
    throw error;
  }
}

/**
 * Null for the detected reading.
 * @throws HttpError invalid_input if unsuitable
 */
export function readingKey(upload: Pick<StoredUpload, 'format'>, choice: ReadingChoice): ReadingKey | null {
  const checked = checkChoice(upload, choice, '');
  return isDetected(checked) ? null : keyOfChoice(checked);
}

function isDetected(checked: CheckedChoice): boolean {
  return Object.values(checked).every((value) => value === undefined);
}

function keyOfChoice({ sheet, encoding, delimiter }: CheckedChoice): ReadingKey {
  return { sheet: sheet ?? '', encoding: encoding ?? '', delimiter: delimiter ?? '' };
}

async function described(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  upload: StoredUpload,
  checked: CheckedChoice,
  { within = '', knowsColumnName, signal }: ReadingRequest,
): Promise<Inspection> {
  const { sheet, encoding, delimiter } = checked;
  const key = keyOfChoice(checked);
  const known = await scope.transaction((tx) => findReading(tx, upload.id, key));
  if (known !== null) return known;
  const task = {
    uploadId: upload.id,
    filename: upload.filename,
    size: upload.size,
    ...(sheet !== undefined && { sheet }),
    ...encodingChoice(encoding ?? upload.format.encoding),
    ...(delimiter !== undefined && { delimiter }),
  };
  const inspected = await context.threads.run(INSPECT, scope.organizationId, task, signal && { signal });
  if (!inspected.ok) throw invalidChoice(within, faultyChoice(checked), inspected.message);
  const found = inspectScan(inspected.scan, { knowsColumnName });
  await scope.transaction((tx) => keepReading(tx, upload.id, key, found));
  return found;
}

function encodingChoice(encoding: Encoding | null): { encoding?: Encoding } {
  return encoding === null ? {} : { encoding };
}

/** @throws HttpError invalid_input */
function checkChoice(
  { format }: Pick<StoredUpload, 'format'>,
  choice: ReadingChoice,
  within: string,
): CheckedChoice {
  const { sheet } = choice;
  if (sheet !== null && !format.sheets.includes(sheet)) {
    throw invalidChoice(within, 'sheet', `The file has no sheet "${sheet.slice(0, MAX_QUOTED)}"`);
  }
  for (const name of ['encoding', 'delimiter'] as const) {
    if (choice[name] !== null && format.kind !== 'csv') {
      throw invalidChoice(within, name, `A workbook has no ${name} to choose`);
    }
  }
  const encoding = choice.encoding === null ? null : encodingOf(choice.encoding);
  if (choice.encoding !== null && encoding === null) {
    throw invalidChoice(within, 'encoding', `There is no encoding "${choice.encoding.slice(0, MAX_QUOTED)}"`);
  }
  const delimiter = DELIMITERS.find((known) => known === choice.delimiter);
  if (choice.delimiter !== null && delimiter === undefined) {
    throw invalidChoice(within, 'delimiter', 'The delimiter must be a comma, semicolon, tab or pipe');
  }
  const isSameEncoding = encoding === null || encoding === format.encoding;
  return {
    sheet: sheet === null || sheet === format.sheet ? undefined : sheet,
    encoding: isSameEncoding ? undefined : encoding,
    // Another encoding redetects the delimiter.
    delimiter: delimiter === format.delimiter && isSameEncoding ? undefined : delimiter,
  };
}

function faultyChoice({ encoding, delimiter }: CheckedChoice): keyof ReadingChoice {
  if (encoding !== undefined) return 'encoding';
  return delimiter === undefined ? 'sheet' : 'delimiter';
}

function invalidChoice(within: string, name: keyof ReadingChoice, message: string): HttpError {
  return new HttpError('invalid_input', message, { field: `${within}${name}` });
}
