import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import type { Lead, LeadDetail } from '#contract/leads.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import type { TestApp } from './app.ts';
import { type Answer, type Client, clientOf, PASSWORD, type SignedIn } from './client.ts';
import { until } from './until.ts';

/** Makes any call with a JSON body; the answer to a refused one carries the error's members. */
export async function call<T = Record<string, unknown>>(
  client: Client,
  method: 'PUT' | 'PATCH' | 'DELETE' | 'POST' | 'GET',
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const response = await client.send(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as T,
  };
}

/** Creates a lead by hand; throws when it is refused. */
export async function makeLead(client: Client, input: Record<string, unknown>): Promise<Lead> {
  const { status, body } = await client.post<Lead>('/api/leads', input);
  if (status !== 201) throw new Error(`The lead was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Reads a lead with notes and timeline; throws when there is none. */
export async function readLeadDetail(client: Client, id: string): Promise<LeadDetail> {
  const { status, body } = await client.get<LeadDetail>(`/api/leads/${id}`);
  if (status !== 200) throw new Error(`The lead was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Starts a bulk operation; throws when it is refused. */
export async function beginBulkCall(
  client: Client,
  selection: { ids: string[] } | { filter: Record<string, unknown> },
  action: BulkAction,
): Promise<BulkOperation> {
  const { status, body } = await client.post<BulkOperation>('/api/leads/bulk', { selection, action });
  if (status !== 201) throw new Error(`The operation was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Waits until an operation has ended. */
export function endOfBulk(client: Client, id: string): Promise<BulkOperation> {
  return until('the bulk operation ended', async () => {
    const operation = await progressOf(client, id);
    return operation.status === 'processing' ? null : operation;
  });
}

/** Reads a bulk operation, again while the server has no connection to its database. */
export function progressOf(client: Client, id: string): Promise<BulkOperation> {
  return until('the bulk operation is shown', async () => {
    const { status, body } = await client.get<BulkOperation>(`/api/leads/bulk/${id}`);
    return status === 503 ? null : body;
  });
}

/** Starts a bulk operation and waits for its end. */
export async function runBulkCall(
  client: Client,
  selection: { ids: string[] } | { filter: Record<string, unknown> },
  action: BulkAction,
): Promise<BulkOperation> {
  return endOfBulk(client, (await beginBulkCall(client, selection, action)).id);
}

/** Undoes an operation and waits for the end. */
export async function runUndoCall(client: Client, id: string): Promise<BulkOperation> {
  const { status, body } = await client.post<BulkOperation>(`/api/leads/bulk/${id}/undo`);
  if (status !== 201) throw new Error(`The undo was refused with ${status}: ${JSON.stringify(body)}`);
  return endOfBulk(client, body.id);
}

/** Adds a user without administrator's rights to an organization, signed in. */
export async function addColleague(app: TestApp, admin: SignedIn, username: string): Promise<SignedIn> {
  await organizationScope(app.context.db.owner, admin.user.organizationId).transaction(async (tx) => {
    const id = crypto.randomUUID();
    await tx.query(
      `INSERT INTO users (organization_id, id, username, password, password_verifier, is_admin)
       SELECT organization_id, $2, $3, password, password_verifier, false FROM users WHERE organization_id = $1 AND id = $4`,
      [tx.organizationId, id, username, admin.user.id],
    );
    await tx.query('INSERT INTO usernames (key, organization_id, user_id) VALUES ($1, $2, $3)', [
      username.toLowerCase(),
      tx.organizationId,
      id,
    ]);
  });
  const client = clientOf(app.url);
  const { status, body } = await client.post<SignedIn['user']>('/api/login', {
    username,
    password: PASSWORD,
  });
  if (status !== 200) throw new Error(`Signing in answered ${status}`);
  return Object.assign(client, { user: body });
}

/** Reads the audit entries of an action, oldest first. */
export async function auditOf(
  app: TestApp,
  organizationId: string,
  action: string,
): Promise<{ resource: string | null; username: string; details: Record<string, unknown> | null }[]> {
  const { rows } = await app.context.db.owner.query(
    `SELECT resource, username, details FROM audit_logs WHERE organization_id = $1 AND action = $2 ORDER BY id`,
    [organizationId, action],
  );
  return rows;
}
