import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid } from '#tests/support/grids.ts';
import { csvFile, importLeads, uploadFile } from '#tests/support/imports.ts';
import { OUTCOMES_CUSTOMER, tokensFor } from '#tests/support/programs.ts';
import { announceFiles, queueFiles } from '#tests/support/queue.ts';
import { codeOf } from '#tests/support/two-factor.ts';
import { extremeRequests, type KnownIds } from './extremes.ts';
import { storedRows } from './stored-rows.ts';

// A call whose reply breaks the contract answers a server error and has written nothing: otherwise every later list breaks too.

/** Calls that wait for a job, which has to see what they wrote. */
const WAITING = ['/api/leads/update-hlr', '/api/leads/mark-sold'];
/** The others' last transaction is committed with their reply. Downloads and streams have replies of their own. */
const CALLS = API.filter(
  ({ method, access, body, replies, status, path }) =>
    method !== 'GET' &&
    access !== 'public' &&
    body !== 'multipart' &&
    replies !== 'stream' &&
    status !== 204 &&
    !WAITING.includes(path) &&
    !/export$|deliveries|logout/.test(path),
);

let app: TestApp;
let admin: SignedIn;
let tokenOf: Awaited<ReturnType<typeof tokensFor>>;
let ids: KnownIds;
/** Inputs that a schema alone doesn't tell, by the name of their call. */
let inputs: Record<string, { path?: string; body?: unknown }>;
let reached = 0;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 1_000_000 } });
  admin = await signUp(app.url, 'keeper');
  tokenOf = await tokensFor(admin);
  const lead = await makeLead(admin, { email: 'a@example.com' });
  const other = await makeLead(admin, { email: 'b@example.com' });
  const upload = async (name: string) =>
    (await uploadFile(admin, csvFile([['email'], [`${name}@example.com`]]))).uploadId;
  const uploadId = await upload('c');
  const made = async (path: string, input: unknown) =>
    (await admin.post<{ id: string }>(path, input)).body.id;
  const fieldId = await made('/api/custom-fields', { name: 'Seen', type: 'date' });
  const statusId = await made('/api/lead-statuses', { name: 'warm' });
  const viewId = await made('/api/views', { name: 'mine', filter: {} });
  const setId = await made('/api/column-sets', { name: 'mine', columns: ['email'] });
  const tokenId = await made('/api/tokens', { name: 'x' });
  const member = await addColleague(app, admin, 'member');
  ids = (path, name) => {
    if (path.startsWith('/api/custom-fields')) return fieldId;
    if (path.startsWith('/api/lead-statuses')) return statusId;
    if (path.startsWith('/api/column-sets')) return setId;
    if (path.startsWith('/api/views') || name === 'viewId') return viewId;
    if (path.startsWith('/api/tokens')) return tokenId;
    if (path.startsWith('/api/users')) return member.user.id;
    if (name === 'uploadId' || path.startsWith('/api/import-drafts')) return uploadId;
    if (name === 'b' || name === 'leadIds') return other.id;
    return lead.id;
  };
  inputs = await inputsOf(upload);
});

async function inputsOf(upload: (name: string) => Promise<string>): Promise<typeof inputs> {
  const FIELDS = { fieldMapping: { email: 'email' } };
  const PLAN = { ...FIELDS, nameSplitConfig: null };
  const post = async <T>(path: string, body: unknown) => (await admin.post<T>(path, body)).body;
  const idOf = async (path: string, body: unknown) => (await post<{ id: string }>(path, body)).id;

  const deleted = await makeLead(admin, { email: 'deleted@example.com' });
  await call(admin, 'DELETE', `/api/leads/${deleted.id}`);
  const sold = await makeLead(admin, { email: 'sold@example.com' });
  const sale = {
    customerNumber: OUTCOMES_CUSTOMER,
    identifierType: 'email',
    identifiers: ['sold@example.com'],
  };
  await post('/api/leads/mark-sold', sale);
  const bulk = await runBulkCall(admin, { ids: [sold.id] }, { type: 'status', status: 'contacted' });
  const { importId } = await importLeads(admin, await upload('imported'), {
    fieldMapping: { email: 'email' },
  });
  const checked = await upload('checked');
  await checkGrid(admin, checked, { fieldMapping: { email: 'email' } });
  const draft = await upload('draft');
  const kept = { uploadId: draft, plan: PLAN, step: 'map' };
  const { revision } = await post<{ revision: number }>('/api/import-drafts', kept);
  const template = await idOf('/api/import-templates', { name: 'usual', plan: PLAN });
  await call(admin, 'PATCH', '/api/import-queue', { mapping: 'one' });
  const [waiting = ''] = await queueFiles(admin, csvFile([['email'], ['queued@example.com']]));
  const [unknown = ''] = await queueFiles(admin, csvFile([['Foo'], ['1']], 'foo.csv'));
  const [{ id: announced = '' } = {}] = await announceFiles(
    admin,
    csvFile([['email'], ['x@example.com']], 'x.csv'),
  );
  const sent = await upload('sent');
  const { body: statuses } = await admin.get<{ id: string }[]>('/api/lead-statuses');
  const { body: sessions } = await admin.get<{ id: string }[]>('/api/sessions');
  const setup = await post<{ secret: string }>('/api/2fa/setup', {});
  return {
    'POST /api/user/password': { body: { currentPassword: PASSWORD, newPassword: 'another long password' } },
    'POST /api/leads': { body: { email: 'made@example.com' } },
    'POST /api/leads/:id/restore': { path: `/api/leads/${deleted.id}/restore` },
    'POST /api/leads/bulk': {
      body: { selection: { ids: [sold.id] }, action: { type: 'status', status: 'qualified' } },
    },
    'POST /api/leads/bulk/:id/undo': { path: `/api/leads/bulk/${bulk.id}/undo` },
    'POST /api/leads/:id/return': { path: `/api/leads/${sold.id}/return`, body: { reason: 'Wrong number' } },
    'PATCH /api/customers/detail': {
      path: '/api/customers/detail?customer=C+1',
      body: { price: '5', currency: 'EUR' },
    },
    'POST /api/views': { body: { name: 'warm', filter: { status: 'new' } } },
    'PATCH /api/lead-statuses': { body: { ids: statuses.map(({ id }) => id).reverse() } },
    'POST /api/imports/:id/undo': { path: `/api/imports/${importId}/undo` },
    'POST /api/imports/values': {
      body: { fieldMapping: { email: 'status' }, uploadId: checked, columns: ['email'] },
    },
    'POST /api/imports/tool-rows': {
      body: { uploadId: checked, tool: { tool: 'default', column: 'email', value: 'x' } },
    },
    'POST /api/import-grids/:uploadId/rows': {
      path: `/api/import-grids/${checked}/rows`,
      body: { rows: [1] },
    },
    'POST /api/import-grids/:uploadId/edit': {
      path: `/api/import-grids/${checked}/edit`,
      body: { edits: [{ row: 2, column: 'email', value: 'edited@example.com' }] },
    },
    'POST /api/uploads/:id/sheet': { path: `/api/uploads/${sent}/sheet`, body: { headerRow: 0 } },
    'POST /api/import-drafts': { body: kept },
    'PATCH /api/import-drafts/:id': {
      path: `/api/import-drafts/${draft}`,
      body: { revision, step: 'map' },
    },
    'DELETE /api/import-drafts/:id': { path: `/api/import-drafts/${draft}` },
    'POST /api/import-templates': { body: { name: 'other', plan: PLAN } },
    'PATCH /api/import-templates/:id': {
      path: `/api/import-templates/${template}`,
      body: { name: 'renamed' },
    },
    'DELETE /api/import-templates/:id': { path: `/api/import-templates/${template}` },
    'POST /api/import-templates/match': { body: { columns: ['email'] } },
    'POST /api/import-templates/:id/adapt': {
      path: `/api/import-templates/${template}/adapt`,
      body: { columns: ['email'] },
    },
    'POST /api/import-queue': { body: { files: [{ filename: 'y.csv', folder: '', size: 10 }] } },
    'POST /api/import-queue/:id/upload': {
      path: `/api/import-queue/${announced}/upload`,
      body: { uploadId: sent },
    },
    'POST /api/import-queue/:id/upload-failed': { path: `/api/import-queue/${announced}/upload-failed` },
    'PATCH /api/import-queue/:id': { path: `/api/import-queue/${waiting}`, body: { keepValues: true } },
    'POST /api/import-queue/:id/reading': {
      path: `/api/import-queue/${waiting}/reading`,
      body: { headerRow: 0 },
    },
    'POST /api/import-queue/:id/values': { path: `/api/import-queue/${waiting}/values` },
    'POST /api/import-queue/mapping': { body: { ...FIELDS, ids: [waiting], confirm: false } },
    'POST /api/import-queue/mapping/reopen': { body: { id: waiting } },
    'POST /api/import-queue/:id/retry': { path: `/api/import-queue/${unknown}/retry` },
    'DELETE /api/import-queue/:id': { path: `/api/import-queue/${waiting}` },
    'POST /api/organizations/:id/admins': {
      path: `/api/organizations/${admin.user.organizationId}/admins`,
      body: { username: 'second', password: 'correct horse battery' },
    },
    'DELETE /api/sessions/:id': { path: `/api/sessions/${sessions[0]?.id}` },
    'POST /api/2fa/verify': { body: { token: codeOf(setup.secret) } },
    'POST /api/export-auth/toggle': { body: { enabled: false, password: PASSWORD } },
    'POST /api/ip-whitelist': { body: { ipAddress: '127.0.0.1' } },
    'POST /api/v1/outcomes': { body: { leadId: sold.id, outcome: 'converted', revenue: 5 } },
    'POST /api/v1/leads': { body: { email: 'program@example.com' } },
    'PATCH /api/v1/leads': { body: { identifier: { email: 'a@example.com' }, data: { city: 'Brno' } } },
  };
}

afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

async function statusOf(endpoint: Endpoint): Promise<number> {
  const least = extremeRequests(endpoint, ids).findLast(({ title }) => title === 'plausible');
  const { path = least?.path ?? '', body = least?.body ?? {} } = inputs[nameOf(endpoint)] ?? {};
  const response = await admin.send(path, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(takesToken(endpoint.access) && { authorization: `Bearer ${tokenOf(endpoint.access)}` }),
    },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

test.each(CALLS.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s, whose reply is refused: answers a server error and writes nothing',
  async (_name, endpoint) => {
    const before = await storedRows(app);
    const { reply } = endpoint;
    (endpoint as { reply: z.ZodType }).reply = z.never();
    try {
      const status = await statusOf(endpoint);
      expect(status).toBeGreaterThanOrEqual(400);
      if (status === 500) reached++;
      expect(await storedRows(app)).toEqual(before);
    } finally {
      (endpoint as { reply: z.ZodType }).reply = reply;
    }
  },
);

test('the calls: 65 or more came as far as their reply', () => {
  expect(reached).toBeGreaterThanOrEqual(65);
});
