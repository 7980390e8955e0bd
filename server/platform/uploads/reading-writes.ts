import type { Inspection } from '#packages/tabular/tabular.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { DESCRIPTION, descriptionValues } from './description.ts';
import type { ReadingKey } from './reading-reads.ts';

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
