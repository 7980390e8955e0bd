import { listLeads } from '#contract/leads.ts';
import { readLeads } from '#server/lead/lead-reads.ts';
import { page as findPage } from '#server/lead/list/index/finder.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { organizationScope, type TenantTransaction } from '#server/platform/db/scope.ts';
import type { LeadDatabase } from './lead-database.ts';

/**
 * Returns the plans of the statements that answer a call of the lead list, each run once more under EXPLAIN
 * (ANALYZE, BUFFERS).
 */
export async function explainLeadListCall(
  { url, owner, organizationId }: LeadDatabase,
  path: string,
): Promise<string> {
  const { appUrl } = await migrate(url);
  const app = openPool(appUrl, 1, (error) => process.stderr.write(`${error.message}\n`));
  const plans: string[] = [];
  try {
    const asked = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
    const { limit, offset, count, ...filter } = listLeads.input.query.parse(asked);
    const users = await owner.query('SELECT id FROM users WHERE organization_id = $1', [organizationId]);
    await organizationScope(app, organizationId, null, users.rows[0]?.id).transaction(async (tx) => {
      const explained = explaining(tx, plans);
      const { ids } = await findPage(explained, filter, { limit, offset }, count === 'true');
      await readLeads(explained, ids);
    });
  } finally {
    await app.end();
  }
  return plans.join('\n');
}

/** Wraps a transaction so that it records the plan of each statement before running it. */
function explaining(tx: TenantTransaction, plans: string[]): TenantTransaction {
  const explain = async (text: string, values: readonly unknown[]): Promise<void> => {
    if (text.startsWith('SET ')) return;
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...values]);
    plans.push(text, ...rows.map((row) => `  ${row['QUERY PLAN']}`));
  };
  return {
    ...tx,
    query: async (statement, values = []) => {
      const sent = typeof statement === 'string' ? { text: statement, values } : statement;
      await explain(sent.text, sent.values);
      return tx.query(statement, values);
    },
  };
}
