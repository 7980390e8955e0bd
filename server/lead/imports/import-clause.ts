import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ImportCondition } from './import-reads.ts';

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
