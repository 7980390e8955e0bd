import { listLeads } from '#contract/leads.ts';
import { page as findPage } from '#server/lead/index/finder.ts';
import { readLeads } from '#server/lead/row-reads.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { organizationScope, type TenantTransaction } from '#server/platform/db/scope.ts';
import type { LeadDatabase } from './lead-database.ts';

/** The plans of the statements that answer a call of the lead list, run once more under EXPLAIN (ANALYZE, BUFFERS). */
export async function plansOf({ url, organizationId }: LeadDatabase, path: string): Promise<string> {
  const { appUrl } = await migrate(url);
  const app = openPool(appUrl, 1, (error) => process.stderr.write(`${error.message}\n`));
  const plans: string[] = [];
  try {
    const asked = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
    const { limit, offset, count, ...filter } = listLeads.input.query.parse(asked);
    await organizationScope(app, organizationId).transaction(async (tx) => {
      const explained = explaining(tx, plans);
      const { ids } = await findPage(explained, filter, { limit, offset }, count === 'true');
      await readLeads(explained, ids);
    });
  } finally {
    await app.end();
  }
  return plans.join('\n');
}

/** The transaction, which keeps the plan of each statement before it runs it. */
function explaining(tx: TenantTransaction, plans: string[]): TenantTransaction {
  const explain = async (text: string, values: readonly unknown[]): Promise<void> => {
    if (text.startsWith('SET ')) return;
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...values]);
    plans.push(text, ...rows.map((row) => `  ${row['QUERY PLAN']}`));
  };
  return {
    ...tx,
    all: async (statement) => {
      const { sql, parameters } = statement.compile();
      await explain(sql, parameters);
      return tx.all(statement);
    },
    query: async (text, values = []) => {
      await explain(text, values);
      return tx.query(text, values);
    },
  };
}
