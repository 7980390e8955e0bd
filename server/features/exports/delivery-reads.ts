import sql, { type Sql } from 'sql-template-tag';
import type { BulkSale } from '#contract/deliveries.ts';
import type { DeliveryFile } from '../../lead/operations/operation.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface ExportedSale {
  customerNumber: string;
  /** Null for a sale without its own file. */
  file: DeliveryFile | null;
  /** Leads sold. */
  sold: number;
  isRunning: boolean;
  isBeingUndone: boolean;
}

const IS_SALE = "o.action ->> 'type' IN ('markSold', 'markSoldList')";

export async function findSale(tx: TenantTransaction, id: string): Promise<ExportedSale | null> {
  const [row] = await tx.query<ExportedSale>(
    `SELECT o.action ->> 'customerNumber' AS "customerNumber", o.action -> 'file' AS file, o.changed AS sold,
       o.status = 'processing' AS "isRunning", coalesce(u.status = 'processing', false) AS "isBeingUndone"
     FROM bulk_operations o
     LEFT JOIN bulk_operations u ON u.organization_id = $1 AND u.id = o.undone_by
     WHERE o.organization_id = $1 AND o.id = $2 AND ${IS_SALE}`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/**
 * Matches leads still sold by a bulk sale; a sale shares its event's id. As joins, the planner would compare
 * all events with all sales without statistics.
 */
export function soldByOperation({ organizationId }: TenantTransaction, id: string): Sql {
  return sql`organization_id = ${organizationId} and id = any (array(
    select e.lead_id from lead_events e
    where e.organization_id = ${organizationId} and e.operation_id = ${id}::uuid and (
      select s.returned_at is null from lead_sales s
      where s.organization_id = ${organizationId} and s.lead_id = e.lead_id and s.id = e.id)))`;
}

/** Returns a page of a customer's bulk sales, newest first, and the total. */
export async function findExportDeliveries(
  tx: TenantTransaction,
  { customer, limit, offset }: { customer: string; limit: number; offset: number },
): Promise<{ deliveries: BulkSale[]; total: number }> {
  const from = `FROM bulk_operations o
    WHERE o.organization_id = $1 AND ${IS_SALE} AND o.action ->> 'customerNumber' = $2 AND o.status <> 'processing'
      AND o.changed > 0`;
  const rows = await tx.query<Omit<BulkSale, 'soldAt'> & { id: string; createdAt: Date }>(
    `SELECT o.id, o.created_at AS "createdAt", o.created_by_name AS "soldBy", o.changed AS sold,
       o.undone_by IS NOT NULL AS undone
     ${from} ORDER BY o.id DESC LIMIT $3 OFFSET $4`,
    [tx.organizationId, customer, limit, offset],
  );
  const [all] = await tx.query<{ total: number }>(`SELECT count(*) AS total ${from}`, [
    tx.organizationId,
    customer,
  ]);
  const deliveries = rows.map(({ createdAt, ...row }) => ({ ...row, soldAt: createdAt.toISOString() }));
  return { deliveries, total: all?.total ?? 0 };
}
