import sql, { type Sql } from 'sql-template-tag';
import type { ConsentChannel } from '#contract/consent-fields.ts';
import type { ConsentRules } from '#contract/consents.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Returns the channels on which leads need consent to be sold, exported and delivered. */
export async function requiredConsents(tx: TenantTransaction): Promise<ConsentChannel[]> {
  const [rules] = await tx.query<ConsentRules & Record<string, unknown>>(
    'SELECT required FROM consent_rules WHERE organization_id = $1',
    [tx.organizationId],
  );
  return rules?.required ?? [];
}

/** Returns the clause that a row of `leads` has consent on all of these channels. */
export function consentClause(required: readonly ConsentChannel[]): Sql {
  return required.length === 0
    ? sql`true`
    : sql`coalesce(leads.consent @> ${statesOf(required)}::jsonb, false)`;
}

function statesOf(required: readonly ConsentChannel[]): string {
  return JSON.stringify(Object.fromEntries(required.map((channel) => [channel, 'given'])));
}

/** Returns those of the leads that aren't sold and may not be, as they lack a required consent. */
export async function unsoldWithoutConsent(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const required = await requiredConsents(tx);
  if (required.length === 0 || ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    sql`select id from leads where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
      and not is_sold and not ${consentClause(required)}`,
  );
  return new Set(rows.map(({ id }) => id));
}
