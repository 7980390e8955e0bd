import type pg from 'pg';
import { z } from 'zod';
import { type Statements, statementsOn, transaction } from './transaction.ts';

declare const scoped: unique symbol;

/** Sees only one organization's rows. */
export interface TenantTransaction extends Statements {
  readonly [scoped]: true;
  readonly organizationId: string;
  /** For COPY only. */
  readonly client: pg.PoolClient;
}

/** Created only by `organizationScope`. */
export interface OrganizationScope {
  readonly [scoped]: true;
  readonly organizationId: string;
  /** May retry `work` after a deadlock. `last` runs a final statement once the result is known. */
  transaction<T>(
    work: (tx: TenantTransaction) => Promise<T>,
    last?: (tx: TenantTransaction, result: T) => Promise<unknown>,
  ): Promise<T>;
  /** Without rechecks, for cleanup after access has ended. */
  readonly unchecked: OrganizationScope;
}

const uuid = z.uuid();

/** Throws if the caller has lost access. */
export interface Recheck {
  check(tx: TenantTransaction): Promise<void>;
  /** Check before work that itself ends the access. */
  isFirst: boolean;
}

/**
 * The id must come from a session, token or job; row-level security reads it.
 * @param recheck runs in each transaction; an error rolls it back
 */
export function organizationScope(
  app: pg.Pool,
  organizationId: string,
  recheck: Recheck | null = null,
): OrganizationScope {
  const begin = `BEGIN; ${setting(organizationId)}`;
  const scope = {
    organizationId,
    commit: async () => undefined,
    transaction: <T>(
      work: (tx: TenantTransaction) => Promise<T>,
      last?: (tx: TenantTransaction, result: T) => Promise<unknown>,
    ): Promise<T> =>
      transaction(
        app,
        begin,
        async (client) => {
          const tx = tenantTransaction(client, organizationId);
          if (recheck?.isFirst === true) await recheck.check(tx);
          const result = await work(tx);
          if (recheck?.isFirst === false) await recheck.check(tx);
          return result;
        },
        last && ((client, result) => last(tenantTransaction(client, organizationId), result)),
      ),
  };
  return {
    ...scope,
    get unchecked() {
      return recheck === null ? this : organizationScope(app, organizationId);
    },
  } as OrganizationScope;
}

function tenantTransaction(client: pg.PoolClient, organizationId: string): TenantTransaction {
  return { ...statementsOn(client), organizationId, client } as TenantTransaction;
}

/** Only for administrators of the Default Organization. A failure ends the transaction. */
export async function inOrganization<T>(
  tx: TenantTransaction,
  organizationId: string,
  work: (there: TenantTransaction) => Promise<T>,
): Promise<T> {
  await tx.query(setting(organizationId));
  const result = await work({ ...tx, organizationId });
  await tx.query(setting(tx.organizationId));
  return result;
}

/** Validates the id, because it is interpolated. */
function setting(organizationId: string): string {
  return `SET LOCAL app.organization_id = '${uuid.parse(organizationId)}'`;
}
