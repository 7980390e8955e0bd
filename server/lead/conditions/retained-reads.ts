import sql, { join, type Sql } from 'sql-template-tag';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { ANONYMOUS_PHONE } from '../rows/anonymous-lead.ts';
import type { LeadCondition } from '../rows/lead-condition.ts';
import type { RetainedAge, RetainedFilter } from './asked.ts';

/** The leads that a retention rule takes. */
export function retainedCondition(
  tx: TenantTransaction,
  { age, except, anonymous }: NonNullable<RetainedFilter['retained']>,
): LeadCondition {
  const clauses = [ageClause(tx, age)];
  const isAnonymous = sql`(leads.email is null and leads.phone = ${ANONYMOUS_PHONE})`;
  if (anonymous === 'named') clauses.push(sql`not ${isAnonymous}`);
  if (anonymous === 'unsold') clauses.push(sql`not (${isAnonymous} and leads.is_sold)`);
  if (except.length > 0) {
    clauses.push(sql`not exists (select from lead_events e
      where e.organization_id = ${tx.organizationId} and e.lead_id = leads.id and e.operation_id = any(${except}::uuid[]))`);
  }
  return { clause: sql`(${join(clauses, ' and ')})` };
}

function ageClause({ organizationId }: TenantTransaction, { of, before }: RetainedAge): Sql {
  const time = sql`${before}::timestamptz`;
  if (of === 'created') return sql`leads.created_at < ${time}`;
  if (of === 'sold') {
    const sale = sql`select from lead_sales s where s.organization_id = ${organizationId} and s.lead_id = leads.id
      and s.counted and s.returned_at is null`;
    return sql`(leads.is_sold and exists (${sale}) and not exists (${sale} and s.sold_at >= ${time}))`;
  }
  // Changes set updated_at; notes and consents of a single lead don't.
  return sql`(leads.created_at < ${time} and leads.updated_at < ${time}
    and not exists (select from lead_notes n
      where n.organization_id = ${organizationId} and n.lead_id = leads.id and n.created_at >= ${time})
    and not exists (select from lead_events e
      where e.organization_id = ${organizationId} and e.lead_id = leads.id and e.created_at >= ${time}))`;
}
