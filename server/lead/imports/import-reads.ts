import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Leads of an import: those that it created, with ids from `first` to `last` where these are known, and those it changed. */
export interface ImportCondition {
  importId: string;
  first: string | null;
  last: string | null;
  hasCreated: boolean;
  hasChanged: boolean;
}

/** Returns the condition that an import created or changed the lead; no lead meets that of an unknown import. */
export async function importCondition(tx: TenantTransaction, importId: string): Promise<ImportCondition> {
  const [row] = await tx.query<Omit<ImportCondition, 'importId'> & { hasCreated: boolean }>(
    `SELECT first_lead AS first, last_lead AS last, imported > 0 AS "hasCreated", updated > 0 AS "hasChanged"
     FROM imports WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, importId],
  );
  return { importId, ...(row ?? { first: null, last: null, hasCreated: false, hasChanged: false }) };
}
