import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { type ErrorReply, errorReply } from '#contract/errors.ts';
import { recordPublicOutcome } from '#contract/outcomes.ts';
import { publicError } from '#contract/public-errors.ts';
import { buildApp } from '#server/app.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague } from '#tests/support/calls.ts';
import { clientOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { checkUpload, csvFile, importLeads, importParts, uploadFile } from '#tests/support/imports.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { announceFiles } from '#tests/support/queue.ts';
import { enableTwoFactor } from '#tests/support/two-factor.ts';
import { accountCalls, type OwnedAccounts } from './account-calls.ts';
import { deliveryCalls, type OwnedDelivery, ownDelivery } from './delivery-calls.ts';
import { draftCalls } from './draft-calls.ts';
import { gridCalls } from './grid-calls.ts';
import { gridListCalls } from './grid-list-calls.ts';
import { importQueueCalls } from './import-queue-calls.ts';
import { leadDatabaseCalls, type Owned } from './lead-database-calls.ts';
import { mappingCalls } from './mapping-calls.ts';
import { outcomeCalls } from './outcome-calls.ts';
import { type OwnedTokens, programCalls } from './program-calls.ts';
import { type OwnedRun, ownRun, retentionCalls } from './retention-calls.ts';
import { statusUpdateCalls } from './status-update-calls.ts';
import { LISTED, type OwnedLists, suppressionCalls } from './suppression-calls.ts';

// Who may call what, for every endpoint there is: a new one without an entry here fails.

let app: TestApp;
/** Two organizations; everything there is belongs to the first. */
let owner: SignedIn;
let stranger: SignedIn;
let owned: Owned &
  OwnedRun &
  OwnedAccounts &
  OwnedTokens &
  OwnedLists &
  OwnedDelivery & { uploadId: string; importId: string; queuedId: string };

const MAPPING = { fieldMapping: { email: 'email' } };
const FILE = csvFile([['email'], ['secret@example.com']], 'secret.csv');

beforeAll(async () => {
  app = await startTestApp();
  owner = await signUp(app.url, 'owner');
  stranger = await signUp(app.url, 'stranger');
  const { uploadId } = await uploadFile(owner, FILE);
  const { importId } = await importLeads(owner, uploadId, MAPPING);
  const { body } = await owner.get<{ leads: { id: string }[] }>('/api/leads');
  const leadId = body.leads[0]?.id ?? '';
  await owner.post('/api/leads/mark-sold', {
    ...{ identifiers: ['secret@example.com'], identifierType: 'email', customerNumber: 'secret' },
    ...{ price: '5', currency: 'USD' },
  });
  const made = async (path: string, input: unknown) =>
    (await owner.post<{ id: string }>(path, input)).body.id;
  const colleague = await addColleague(app, owner, 'secret colleague');
  const orderId = await made('/api/orders', { customerNumber: 'secret', name: 'secret order' });
  const { body: sessions } = await owner.get<{ id: string }[]>('/api/sessions');
  owned = {
    colleagueId: colleague.user.id,
    sessionId: sessions[0]?.id ?? '',
    entryId: await made('/api/ip-whitelist', { ipAddress: '127.0.0.0/8', description: 'secret' }),
    factor: await enableTwoFactor(colleague),
    tokenId: await made('/api/tokens', { name: 'secret token' }),
    uploadId,
    importId,
    queuedId: (await announceFiles(owner, FILE))[0]?.id ?? '',
    leadId,
    viewId: await made('/api/views', { name: 'secret view', filter: {}, shared: true }),
    columnSetId: await made('/api/column-sets', { name: 'secret set', columns: ['email'] }),
    ...(await ownLists()),
    ...(await ownRun(app, owner)),
    fieldId: await made('/api/custom-fields', { name: 'secret field', type: 'text' }),
    orderId,
    ...(await ownDelivery(app, owner, { orderId, leadId })),
    statusId: await made('/api/lead-statuses', { name: 'secret status' }),
    erasureId: await made('/api/erasures', { email: 'nobody@example.com' }),
    operationId: await made('/api/leads/bulk', {
      selection: { ids: [leadId] },
      action: { type: 'addTags', tags: ['secret'] },
    }),
  };
});

afterAll(() => app.close());

async function ownLists(): Promise<OwnedLists> {
  const { body } = await owner.post<{ id: string }>('/api/suppression-lists', { name: 'secret list' });
  await owner.post('/api/suppressions', { listId: body.id, entries: [LISTED], reason: 'secret' });
  const { body: page } = await owner.get<{ entries: { id: string }[] }>('/api/suppressions');
  return { listId: body.id, suppressionId: page.entries[0]?.id ?? '' };
}

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** Parts of a path such as `:id` as ids that are nobody's. */
function anyPath({ path }: { path: string }): string {
  return path.replaceAll(/:\w+/g, () => randomUUID());
}

/** Lists method and path of every route in the framework's tree, where children are below their parents. */
function routesOf(drawing: string): string[] {
  const above: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
    above.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
    return methods?.split(', ').map((method) => `${method} ${above.join('')}`) ?? [];
  });
}

describe('the list of endpoints', () => {
  test('names each once', () => {
    expect(new Set(API.map(nameOf)).size).toBe(API.length);
  });

  test('is served, and nothing but it', async () => {
    const served = await buildApp(app.context);
    await served.ready();
    try {
      const routes = routesOf(served.printRoutes({ commonPrefix: false })).filter((route) =>
        /^(?!HEAD|OPTIONS)[A-Z]+ \/(?:api|healthz|readyz|metrics)/.test(route),
      );
      expect(routes.sort()).toEqual(API.map(nameOf).sort());
      for (const { method, path } of API) expect(served.hasRoute({ method, url: path })).toBe(true);
    } finally {
      await served.close();
    }
  });
});

describe.each(API.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  const isPublic = endpoint.access === 'public';

  test(isPublic ? 'answers a visitor' : 'refuses a visitor', async () => {
    const response = await clientOf(app.url).send(anyPath(endpoint), { method: endpoint.method });
    if (isPublic) {
      expect(response.status).not.toBe(401);
      return;
    }
    expect(response.status).toBe(401);
    if (takesToken(endpoint.access)) {
      expect(publicError.parse(await response.json()).error).toBe('unauthorized');
      return;
    }
    const body: ErrorReply = errorReply.parse(await response.json());
    expect(body.message).toBe('Sign in to continue');
  });

  test('does not answer to a session that has ended', async () => {
    const gone = clientOf(app.url, 'lm_session=ended');
    const response = await gone.send(anyPath(endpoint), { method: endpoint.method });
    if (!isPublic) expect(response.status).toBe(401);
  });
});

describe.each(
  API.filter(({ access }) => takesToken(access)).map((endpoint) => [nameOf(endpoint), endpoint] as const),
)('a call of programs: %s', (_name, { method, path, access }) => {
  const withToken = async (scopes: string) => {
    const customer = scopes === 'outcomes' ? { customerNumber: 'C-1' } : {};
    const token = await tokenFor(stranger, { scopes, ...customer });
    return programOf(app.url, token).call(method as 'GET', path.replace('/api/v1', ''));
  };

  test('does not answer to a session', async () => {
    expect((await owner.send(path, { method })).status).toBe(401);
  });

  test('asks for its own permission of a token', async () => {
    const has = access.slice('token:'.length);
    for (const lacks of ['read', 'write', 'outcomes'].filter((scope) => scope !== has)) {
      expect((await withToken(lacks)).status).toBe(403);
    }
    expect([401, 403]).not.toContain((await withToken(has)).status);
  });
});

test('a token for the outcomes of a customer is admitted by no other call', async () => {
  const authorization = `Bearer ${await tokenFor(owner, { scopes: 'outcomes', customerNumber: 'secret' })}`;
  const others = API.filter((endpoint) => endpoint.access !== 'public' && endpoint !== recordPublicOutcome);
  for (const endpoint of others) {
    const path = endpoint.path.replace('/api/v1/leads/:id', `/api/v1/leads/${owned.leadId}`);
    const { status } = await clientOf(app.url).send(anyPath({ path }), {
      ...{ method: endpoint.method, headers: { authorization } },
    });
    expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), takesToken(endpoint.access) ? 403 : 401]);
  }
});

/** How the stranger calls with the owner's ids, and what must come of it. */
const AS_STRANGER: Record<string, () => Promise<void>> = {
  ...accountCalls({ url: () => app.url, owner: () => owner, stranger: () => stranger, owned: () => owned }),
  ...programCalls(() => ({ url: app.url, owner, stranger, owned })),
  ...leadDatabaseCalls({ stranger: () => stranger, newcomer: () => signUp(app.url), owned: () => owned }),
  ...statusUpdateCalls({ stranger: () => stranger, owned: () => owned }),
  ...mappingCalls({ owner: () => owner, stranger: () => stranger, owned: () => owned }),
  ...importQueueCalls({ stranger: () => stranger, owned: () => owned }),
  ...retentionCalls({ stranger: () => stranger, owner: () => owner, owned: () => owned }),
  ...deliveryCalls({ stranger: () => stranger, owned: () => owned }),
  ...outcomeCalls(() => ({ url: app.url, owner, stranger, owned })),
  ...suppressionCalls(() => ({ url: app.url, owner, stranger, owned })),
  'GET /api/user': async () => {
    const { body } = await stranger.get('/api/user');
    expect(body).toEqual(stranger.user);
    expect(JSON.stringify(body)).not.toContain(owner.user.organizationId);
  },
  'POST /api/logout': async () => {
    const session = await signUp(app.url);
    expect((await session.post('/api/logout')).status).toBe(200);
    expect((await owner.get('/api/user')).status).toBe(200);
  },
  'POST /api/upload': async () => {
    // The same file again is another file: nothing tells that somebody has it.
    const { uploadId, importedBefore, rememberedMapping } = await uploadFile(stranger, FILE);
    expect(uploadId).not.toBe(owned.uploadId);
    expect([importedBefore, rememberedMapping]).toEqual([[], null]);
  },
  'POST /api/uploads/:id/sheet': async () => {
    const body = { sheet: 'Sheet1' };
    // It is a CSV file: whoever has it hears that there is no such sheet, everybody else that there is no such file.
    expect((await owner.post(`/api/uploads/${owned.uploadId}/sheet`, body)).status).toBe(400);
    expect((await stranger.post(`/api/uploads/${owned.uploadId}/sheet`, body)).status).toBe(404);
  },
  'POST /api/imports/preview': async () => {
    const body = { uploadId: owned.uploadId, ...MAPPING };
    expect((await owner.post('/api/imports/preview', body)).status).toBe(200);
    const answer = await stranger.post('/api/imports/preview', body);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  },
  'POST /api/imports/check': async () => {
    const body = { uploadId: owned.uploadId, ...MAPPING };
    const own = await checkUpload(owner, owned.uploadId, MAPPING);
    expect(own.at(-1)).toMatchObject({ type: 'complete', forecast: { duplicatesInDatabase: 1 } });
    const answer = await stranger.post('/api/imports/check', body);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  },
  ...draftCalls({ owner: () => owner, stranger: () => stranger, owned: () => owned, plan: MAPPING }),
  'POST /api/import-stream': async () => {
    const body = formWith(importParts(owned.uploadId, MAPPING));
    const response = await stranger.send('/api/import-stream', { method: 'POST', body });
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  },
  ...gridCalls({ stranger: () => stranger, uploadId: () => owned.uploadId }),
  ...gridListCalls({ stranger: () => stranger, uploadId: () => owned.uploadId }),
  'GET /api/imports': async () => {
    expect(JSON.stringify((await owner.get('/api/imports')).body)).toContain(owned.importId);
    expect((await stranger.get('/api/imports')).body).toEqual([]);
  },
  'GET /api/imports/:id': () => refusedImport('GET', ''),
  'GET /api/imports/:id/report': () => refusedImport('GET', '/report'),
  'GET /api/imports/:id/report.csv': () => refusedImport('GET', '/report.csv'),
  'POST /api/imports/:id/cancel': () => refusedImport('POST', '/cancel'),
  'POST /api/imports/:id/undo': () => refusedImport('POST', '/undo'),
  'GET /api/imports/:id/undo-report.csv': () => refusedImport('GET', '/undo-report.csv'),
  'GET /api/leads': async () => {
    expect(JSON.stringify((await owner.get('/api/leads')).body)).toContain(owned.leadId);
    expect(JSON.stringify((await stranger.get('/api/leads')).body)).not.toContain(owned.leadId);
  },
};

async function refusedImport(method: string, path: string): Promise<void> {
  const response = await stranger.send(`/api/imports/${owned.importId}${path}`, { method });
  expect([path, response.status]).toEqual([path, 404]);
  expect(await response.text()).not.toContain('secret');
}

describe('another organization', () => {
  const guarded = API.filter(({ access }) => access !== 'public').map(nameOf);

  test('has an entry for every endpoint that is not public', () => {
    expect(Object.keys(AS_STRANGER).sort()).toEqual([...guarded].sort());
  });

  test.each(guarded)('gets nothing by %s', async (name) => {
    await AS_STRANGER[name]?.();
  });

  test('left everything as it was', async () => {
    const { rows } = await app.context.db.owner.query(
      `SELECT (SELECT count(*) FROM leads WHERE organization_id = $1)::int AS leads,
         (SELECT count(*) FROM imports WHERE organization_id = $1)::int AS imports,
         (SELECT count(*) FROM uploads WHERE organization_id = $1)::int AS uploads`,
      [owner.user.organizationId],
    );
    expect(rows).toEqual([{ leads: 1, imports: 1, uploads: 1 }]);
  });
});
