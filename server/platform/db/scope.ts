import type pg from 'pg';
import { z } from 'zod';
import { secretKeyOfPool } from './pool-key.ts';
import { type Statements, statementsOn, transaction } from './transaction.ts';

declare const scoped: unique symbol;

/** An open transaction that sees only one organization's rows. */
export interface TenantTransaction extends Statements {
  readonly [scoped]: true;
  readonly organizationId: string;
  /** The signed-in user; null for programs and jobs. */
  readonly userId: string | null;
  /** Connection, for COPY only. */
  readonly client: pg.PoolClient;
  /** The installation's key, for keyed hashes. */
  secretKey(): Buffer;
}

/** Permission to work with one organization's data. Only `organizationScope` creates it. */
export interface OrganizationScope {
  readonly [scoped]: true;
  readonly organizationId: string;
  /**
   * Runs `work` in a tenant transaction and retries it after a deadlock, so it must have no other side
   * effects. `last` runs a final statement once the result is known.
   */
  transaction<T>(
    work: (tx: TenantTransaction) => Promise<T>,
    last?: (tx: TenantTransaction, result: T) => Promise<unknown>,
  ): Promise<T>;
  /** Commits what a call holds until its reply, for a job or a thread that has to see it. */
  commit(): Promise<void>;
  /** The scope without rechecks, for what has to be put right after the access has ended. */
  readonly unchecked: OrganizationScope;
}

const uuid = z.uuid();

/** Throws unless whoever asked for a transaction may still do so. */
export interface Recheck {
  check(tx: TenantTransaction): Promise<void>;
  /** Before the work instead of after it: the work itself ends the access. */
  isFirst: boolean;
}

/**
 * Creates a scope, as the only function that does, from an organization id of a session, a token or a job.
 * Row-level security reads the setting; outside a tenant transaction it is empty and no row is visible.
 * @param recheck runs in each transaction; what it throws rolls the transaction back
 */
export function organizationScope(
  app: pg.Pool,
  organizationId: string,
  recheck: Recheck | null = null,
  userId: string | null = null,
): OrganizationScope {
  const begin = `BEGIN; ${setting(organizationId)}`;
  const open = (client: pg.PoolClient) => tenantTransaction(client, { app, organizationId, userId });
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
          const tx = open(client);
          if (recheck?.isFirst === true) await recheck.check(tx);
          const result = await work(tx);
          if (recheck?.isFirst === false) await recheck.check(tx);
          return result;
        },
        last && ((client, result) => last(open(client), result)),
      ),
  };
  return {
    ...scope,
    get unchecked() {
      return recheck === null ? this : organizationScope(app, organizationId, null, userId);
    },
  } as OrganizationScope;
}

function tenantTransaction(
  client: pg.PoolClient,
  { app, organizationId, userId }: { app: pg.Pool; organizationId: string; userId: string | null },
): TenantTransaction {
  const secretKey = () => secretKeyOfPool(app);
  return { ...statementsOn(client), organizationId, userId, client, secretKey } as TenantTransaction;
}

/**
 * Runs `work` in another organization within the same transaction, so that both parts commit or neither does.
 * Only for actions of Default Organization administrators on other organizations. A failure ends the
 * transaction.
 */
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

/**
 * Returns the statement that sets the organization for row-level security. The id is interpolated, so it must
 * be a valid UUID.
 */
function setting(organizationId: string): string {
  return `SET LOCAL app.organization_id = '${uuid.parse(organizationId)}'`;
}

/** @throws the error of `work`, after rolling it back */
export async function atSavepoint<T>(tx: TenantTransaction, work: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT call');
  try {
    const result = await work();
    await tx.query('RELEASE SAVEPOINT call');
    return result;
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT call');
    throw error;
  }
}
