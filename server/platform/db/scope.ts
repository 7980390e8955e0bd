import type pg from 'pg';
import { z } from 'zod';
import { type Statements, statementsOn, transaction } from './transaction.ts';

declare const scoped: unique symbol;

/** An open transaction that sees one organization's rows and no others. */
export interface TenantTransaction extends Statements {
  readonly [scoped]: true;
  readonly organizationId: string;
  /** The connection, for COPY alone. */
  readonly client: pg.PoolClient;
}

/** The right to work with one organization's data; made by `organizationScope` alone. */
export interface OrganizationScope {
  readonly [scoped]: true;
  readonly organizationId: string;
  /**
   * Runs `work` in a tenant transaction; again after a deadlock, so it must have no other effects. `last` is what is left
   * to do when its result is known, in one statement.
   */
  transaction<T>(
    work: (tx: TenantTransaction) => Promise<T>,
    last?: (tx: TenantTransaction, result: T) => Promise<unknown>,
  ): Promise<T>;
}

const uuid = z.uuid();

/**
 * The one place where a scope is made: from an organization id that came out of a session, a token or a job.
 * Row-level security reads the setting; outside a tenant transaction it is empty and nothing is visible.
 */
export function organizationScope(app: pg.Pool, organizationId: string): OrganizationScope {
  const begin = `BEGIN; ${setting(organizationId)}`;
  const scope = {
    organizationId,
    transaction: <T>(
      work: (tx: TenantTransaction) => Promise<T>,
      last?: (tx: TenantTransaction, result: T) => Promise<unknown>,
    ): Promise<T> =>
      transaction(
        app,
        begin,
        (client) => work(tenantTransaction(client, organizationId)),
        last && ((client, result) => last(tenantTransaction(client, organizationId), result)),
      ),
  };
  return scope as OrganizationScope;
}

function tenantTransaction(client: pg.PoolClient, organizationId: string): TenantTransaction {
  return { ...statementsOn(client), organizationId, client } as TenantTransaction;
}

/**
 * Does a part of a transaction in another organization, so that both parts are there or neither. It is for what
 * administrators of the Default Organization do for others, and for nothing else; a failure ends the transaction.
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

/** Row-level security reads it. The id is put in as text, so it must be a UUID and nothing else. */
function setting(organizationId: string): string {
  return `SET LOCAL app.organization_id = '${uuid.parse(organizationId)}'`;
}
