import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead } from '#tests/support/calls.ts';
import { type Client, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { csvFile, importLeads, uploadFile } from '#tests/support/imports.ts';
import { CONDITION_HANGS_MS } from '#tests/support/limits.ts';
import { tokensFor } from '#tests/support/programs.ts';
import { type ExtremeRequest, extremeRequests, type KnownIds } from './extremes.ts';

// Every call answers the extremes of every date, number and text in its input: without a server error, in full, and lists of
// what they stored can be read afterwards.

let app: TestApp;
let admin: SignedIn;
let tokenOf: Awaited<ReturnType<typeof tokensFor>>;
let ids: KnownIds;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 1_000_000 } });
  admin = await signUp(app.url, 'extreme');
  tokenOf = await tokensFor(admin);
  const { uploadId } = await uploadFile(admin, csvFile([['email'], ['a@example.com']]));
  const { importId } = await importLeads(admin, uploadId, { fieldMapping: { email: 'email' } });
  const lead = await makeLead(admin, { email: 'b@example.com', phone: '+447400123456' });
  const { body: operation } = await admin.post<{ id: string }>('/api/leads/bulk', {
    selection: { ids: [lead.id] },
    action: { type: 'addTags', tags: ['x'] },
  });
  const { body: field } = await admin.post<{ id: string }>('/api/custom-fields', {
    name: 'Seen',
    type: 'date',
  });
  ids = (path, name) => {
    if (name === 'uploadId' || path.startsWith('/api/uploads')) return uploadId;
    if (path.startsWith('/api/imports')) return importId;
    if (path.startsWith('/api/leads/bulk')) return operation.id;
    if (path.startsWith('/api/custom-fields')) return field.id;
    return path.startsWith('/api/leads') || name === 'leadId' ? lead.id : undefined;
  };
});

afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
/** Calls that end a session, and those that would lock the caller out: each gets an account of its own. */
const ENDS_SESSION = /logout|password|sessions|2fa|users|ip-whitelist|register|login|export-auth/;
const JSON_CALLS = API.filter(({ path, body }) => body !== 'multipart' && path !== '/api/events');

async function statusOf(
  client: Client,
  { method, access }: Endpoint,
  request: ExtremeRequest,
): Promise<number> {
  const response = await client.send(request.path, {
    method,
    headers: {
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...(takesToken(access) && { authorization: `Bearer ${tokenOf(access)}` }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(CONDITION_HANGS_MS),
  });
  await response.text();
  return response.status;
}

test.each(JSON_CALLS.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'the extremes of %s: are answered, none by a server error',
  async (_name, endpoint) => {
    // Registrations and failed sign-ins are limited.
    await emptyTables(app.context.db.owner, 'sign_in_attempts');
    const failed: string[] = [];
    const client = ENDS_SESSION.test(endpoint.path) ? await signUp(app.url) : admin;
    for (const request of extremeRequests(endpoint, ids)) {
      const status = await statusOf(client, endpoint, request).catch((error: unknown) => String(error));
      if (typeof status === 'string' || status >= 500) failed.push(`${request.title}: ${status}`);
    }
    expect(failed).toEqual([]);
  },
);

test('every list: can be read after the extremes', async () => {
  const lists = API.filter(
    ({ method, path, access }) => method === 'GET' && !path.includes(':') && !takesToken(access),
  );
  const broken = [];
  for (const { path } of lists.filter((list) => list.path !== '/api/events')) {
    const response = await admin.send(path, { method: 'GET' });
    await response.text();
    if (response.status >= 500) broken.push([path, response.status]);
  }
  expect(broken).toEqual([]);
  expect((await call(admin, 'GET', '/api/user')).status).toBe(200);
});
