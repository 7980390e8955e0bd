import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { DOWNLOAD_LIMITS } from '../../platform/http/downloads.ts';
import { BODY_PACE } from '../../platform/http/pace.ts';

// Downloads of two organizations, one of which takes nothing of what it asked for.

const SLOTS = DOWNLOAD_LIMITS.perOrganization;
const MAPPING = { fieldMapping: { e: 'email', a: 'address' } };
/** More than the system buffers for a client. */
const WIDE = `e,a\n${Array.from({ length: 10_000 }, (_, n) => `l${n}@example.com,${'x'.repeat(1_800)}\n`).join('')}`;

let app: TestApp;
let quick: TestApp;
let greedy: SignedIn;
let other: SignedIn;
let importId: string;
const taken: IncomingMessage[] = [];

beforeAll(async () => {
  app = await startTestApp();
  // The same database, served by one that is out of patience soon.
  const pace = { ...DOWNLOAD_LIMITS.pace, patienceMs: 500 };
  const limits = { bodies: BODY_PACE, downloads: { ...DOWNLOAD_LIMITS, pace } };
  quick = await startTestApp({ jobs: false, urls: app.context.db.urls, limits });
  greedy = await signUp(app.url);
  other = await signUp(app.url);
  await importLeads(greedy, fileOf('wide.csv', WIDE), MAPPING);
  ({ importId } = await importLeads(other, csvFile([['e'], ['broken'], ['a@example.com']]), {
    fieldMapping: { e: 'email' },
  }));
});

afterEach(() => {
  for (const response of taken.splice(0)) response.destroy();
});

afterAll(() => Promise.all([quick.close(), app.close()]));

/** Asks for a file as its organization's client and takes nothing of it. */
async function stalled(server: TestApp, path: string): Promise<number> {
  const headers = { cookie: greedy.cookie ?? '' };
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(`${server.url}${path}`, { headers }, resolve),
  );
  response.on('error', () => undefined);
  taken.push(response);
  return response.statusCode ?? 0;
}

const FILES = [
  ['export', () => '/api/leads/export?limit=all'],
  ['report of an import', () => `/api/imports/${importId}/report.csv`],
] as const;

test('stalled downloads stop those of their own organization alone, reports and exports alike', async () => {
  for (let n = 0; n < SLOTS; n++) expect(await stalled(app, '/api/leads/export?limit=all')).toBe(200);
  expect(await stalled(app, '/api/leads/export?limit=all')).toBe(429);
  for (const [what, path] of FILES) {
    const response = await other.send(path(), {});
    expect([what, response.status]).toEqual([what, 200]);
    await response.text();
  }
  for (const response of taken) response.destroy();
  await until('there is room again', async () => (await stalled(app, '/api/leads/export?limit=1')) === 200);
});

test('a client that takes nothing of an export is dropped, which the audit trail tells', async () => {
  for (let n = 0; n < SLOTS; n++) expect(await stalled(quick, '/api/leads/export?limit=all')).toBe(200);
  await until('there is room again', async () => (await stalled(quick, '/api/leads/export?limit=1')) === 200);
  await until('the audit trail tells', async () =>
    (await auditOf(app, greedy.user.organizationId, 'export_leads')).some(
      ({ details }) => details?.['cancelled'] === true,
    ),
  );
});
