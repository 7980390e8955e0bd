import type { Inspection } from '#packages/tabular/tabular.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { DESCRIPTION, type DescriptionRow, descriptionValues, toInspection } from './description.ts';

/** Empty if detected. */
export interface ReadingKey {
  sheet: string;
  encoding: string;
  delimiter: string;
}

export async function findReading(
  tx: TenantTransaction,
  uploadId: string,
  { sheet, encoding, delimiter }: ReadingKey,
): Promise<Inspection | null> {
  const [row] = await tx.query<DescriptionRow>(
    `SELECT ${DESCRIPTION} FROM upload_readings
     WHERE organization_id = $1 AND upload_id = $2 AND sheet = $3 AND encoding = $4 AND delimiter = $5`,
    [tx.organizationId, uploadId, sheet, encoding, delimiter],
  );
  return row === undefined ? null : toInspection(row);
}

/** Concurrent requests find the same. */
export async function keepReading(
  tx: TenantTransaction,
  uploadId: string,
  { sheet, encoding, delimiter }: ReadingKey,
  found: Inspection,
): Promise<void> {
  await tx.query(
    `INSERT INTO upload_readings (organization_id, upload_id, sheet, encoding, delimiter, ${DESCRIPTION})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
    [tx.organizationId, uploadId, sheet, encoding, delimiter, ...descriptionValues(found)],
  );
}
