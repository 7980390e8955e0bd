import { type RawBuilder, type SqlBool, sql } from 'kysely';
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

type Clause = RawBuilder<SqlBool>;

/** Returns the clause of the ids that leads of an import have, where the conditions name one that only created leads. */
export function importRange(custom: readonly object[]): (id: RawBuilder<unknown>) => Clause {
  const imports = custom.filter((condition): condition is ImportCondition => 'importId' in condition);
  return (id) =>
    allOf(imports.filter(({ hasChanged }) => !hasChanged).flatMap((one) => rangeClauses(one, id)));
}

function rangeClauses({ first, last }: ImportCondition, id: RawBuilder<unknown>): Clause[] {
  return [
    ...(first === null ? [] : [sql<SqlBool>`${id} >= ${first}::uuid`]),
    ...(last === null ? [] : [sql<SqlBool>`${id} <= ${last}::uuid`]),
  ];
}

/** Created leads are read from their range of ids, changed ones by the events of the import. */
export function importClause(tx: TenantTransaction, condition: ImportCondition): Clause {
  const { importId, hasCreated, hasChanged } = condition;
  const isCreated = (id: RawBuilder<unknown>) =>
    allOf([sql`import_id = ${importId}::uuid`, ...rangeClauses(condition, id)]);
  if (!hasChanged) return hasCreated ? isCreated(sql`leads.id`) : sql`false`;
  const changed = sql`select e.lead_id from lead_events e
    where e.organization_id = ${tx.organizationId} and e.import_id = ${importId}::uuid and e.kind = 'import'`;
  const created = sql`select made.id from leads made
    where made.organization_id = ${tx.organizationId} and ${isCreated(sql`made.id`)}`;
  return sql<SqlBool>`leads.id in (${changed}${hasCreated ? sql` union all ${created}` : sql``})`;
}

function allOf(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? sql`true` : sql`(${sql.join(clauses, sql` and `)})`;
}
