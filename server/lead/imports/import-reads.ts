import sql, { join, type Sql } from 'sql-template-tag';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { LeadCondition } from '../rows/lead-condition.ts';

/** Leads of an import: the ones that it created, with ids from `first` to `last` where these are known, and those it changed. */
interface ImportedLeads {
  importId: string;
  first: string | null;
  last: string | null;
  hasCreated: boolean;
  hasChanged: boolean;
}

/** Returns the condition that an import created or changed the lead; no lead meets that of an unknown import. */
export async function importCondition(tx: TenantTransaction, importId: string): Promise<LeadCondition> {
  const [row] = await tx.query<Omit<ImportedLeads, 'importId'>>(
    `SELECT first_lead AS first, last_lead AS last, imported > 0 AS "hasCreated", updated > 0 AS "hasChanged"
     FROM imports WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, importId],
  );
  const imported = {
    importId,
    ...(row ?? { first: null, last: null, hasCreated: false, hasChanged: false }),
  };
  const clause = importClause(tx, imported);
  if (imported.hasChanged) return { clause, isFew: true };
  return { clause, ids: (id) => allOf(rangeClauses(imported, id)) };
}

type Clause = Sql;

/** Returns the clause of the ids that the leads have, where conditions name a range. */
export function idRange(custom: readonly LeadCondition[]): (id: Sql) => Clause {
  return (id) => allOf(custom.flatMap(({ ids }) => (ids ? [ids(id)] : [])));
}

function rangeClauses({ first, last }: Pick<ImportedLeads, 'first' | 'last'>, id: Sql): Clause[] {
  return [
    ...(first === null ? [] : [sql`${id} >= ${first}::uuid`]),
    ...(last === null ? [] : [sql`${id} <= ${last}::uuid`]),
  ];
}

/** Created leads are read from their range of ids, changed ones by the events of the import. */
function importClause(tx: TenantTransaction, imported: ImportedLeads): Clause {
  const { importId, hasCreated, hasChanged } = imported;
  const isCreated = (id: Sql) => allOf([sql`import_id = ${importId}::uuid`, ...rangeClauses(imported, id)]);
  if (!hasChanged) return hasCreated ? isCreated(sql`leads.id`) : sql`false`;
  const changed = sql`select e.lead_id from lead_events e
    where e.organization_id = ${tx.organizationId} and e.import_id = ${importId}::uuid and e.kind = 'import'`;
  const created = sql`select made.id from leads made
    where made.organization_id = ${tx.organizationId} and ${isCreated(sql`made.id`)}`;
  return sql`leads.id in (${changed}${hasCreated ? sql` union all ${created}` : sql``})`;
}

function allOf(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? sql`true` : sql`(${join(clauses, ' and ')})`;
}
