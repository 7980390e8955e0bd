import type pg from 'pg';
import { z } from 'zod';
import { type Statements, statementsOn, transaction } from '../db/transaction.ts';

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
  /** Runs `work` in a tenant transaction; again after a deadlock, so it must have no other effects. */
  transaction<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
}

const uuid = z.uuid();

/**
 * The one place where a scope is made: from an organization id that came out of a session, a token or a job.
 * Row-level security reads the setting; outside a tenant transaction it is empty and nothing is visible.
 */
export function organizationScope(app: pg.Pool, organizationId: string): OrganizationScope {
  // The id is put into the statement as text, so it must be a UUID and nothing else.
  const begin = `BEGIN; SET LOCAL app.organization_id = '${uuid.parse(organizationId)}'`;
  const scope = {
    organizationId,
    transaction: <T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> =>
      transaction(app, begin, (client) =>
        work({ ...statementsOn(client), organizationId, client } as TenantTransaction),
      ),
  };
  return scope as OrganizationScope;
}
