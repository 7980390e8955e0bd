import type { Inspection } from '#packages/tabular/tabular.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import { type ReadingChoice, readingKey } from './reading-of.ts';
import type { ReadingKey } from './reading-writes.ts';

export interface ReadingToCount {
  uploadId: string;
  choice: ReadingChoice;
}

/** `firstNumbers`: numbers of the first filled rows. */
interface CountedReading {
  uploadId: string;
  format: Inspection['format'];
  totalRows: number;
  firstNumbers: number[];
}

const COUNTED = `upload_id AS "uploadId", format, total_rows AS "totalRows",
  jsonb_path_query_array(coalesce(first_rows, '[]')::jsonb, '$[*].number') AS "firstNumbers"`;

/** Returns data rows by upload; impossible or unread choices count as detected. */
export async function countDataRows(
  tx: TenantTransaction,
  asked: readonly ReadingToCount[],
): Promise<Map<string, number>> {
  const detected = await tx.query<CountedReading>(
    `SELECT ${COUNTED.replace('upload_id', 'id')} FROM uploads
     WHERE organization_id = $1 AND id = ANY($2::uuid[]) AND format IS NOT NULL`,
    [tx.organizationId, asked.map(({ uploadId }) => uploadId)],
  );
  const choices = new Map(asked.map(({ uploadId, choice }) => [uploadId, choice]));
  const keys = detected.flatMap((upload) => {
    const key = keyOf(upload, choices);
    return key === null ? [] : [{ uploadId: upload.uploadId, ...key }];
  });
  const described = new Map((await findCounted(tx, keys)).map((reading) => [reading.uploadId, reading]));
  return new Map(
    detected.map((upload) => {
      const { headerRow } = choices.get(upload.uploadId) ?? { headerRow: null };
      return [upload.uploadId, rowsBelow(described.get(upload.uploadId) ?? upload, headerRow)];
    }),
  );
}

function keyOf(
  upload: CountedReading,
  choices: ReadonlyMap<string, ReadingChoice>,
): Required<ReadingKey> | null {
  const choice = choices.get(upload.uploadId);
  try {
    return choice === undefined ? null : readingKey(upload, choice);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

function findCounted(
  tx: TenantTransaction,
  keys: readonly (ReadingKey & { uploadId: string })[],
): Promise<(CountedReading & { uploadId: string })[]> {
  return tx.query<CountedReading>(
    `SELECT ${COUNTED} FROM upload_readings
     WHERE organization_id = $1 AND (upload_id, sheet, encoding, delimiter) IN (
       SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]))`,
    [
      tx.organizationId,
      keys.map(({ uploadId }) => uploadId),
      keys.map(({ sheet }) => sheet),
      keys.map(({ encoding }) => encoding),
      keys.map(({ delimiter }) => delimiter),
    ],
  );
}

function rowsBelow({ format, totalRows, firstNumbers }: CountedReading, headerRow: number | null): number {
  if (headerRow === null || headerRow === format.headerRow) return totalRows;
  if (headerRow !== 0 && !firstNumbers.includes(headerRow)) return totalRows;
  const filledTo = (row: number): number => firstNumbers.filter((number) => number <= row).length;
  return totalRows + filledTo(format.headerRow) - filledTo(headerRow);
}
