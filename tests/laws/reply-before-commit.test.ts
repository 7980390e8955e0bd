import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { API } from '#contract/api.ts';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, uploadFile } from '#tests/support/imports.ts';
import { tokenFor } from '#tests/support/programs.ts';
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
let token: string;
let ids: KnownIds;
let reached = 0;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 1_000_000 } });
  admin = await signUp(app.url, 'keeper');
  token = await tokenFor(admin);
  const lead = await makeLead(admin, { email: 'a@example.com' });
  const other = await makeLead(admin, { email: 'b@example.com' });
  const { uploadId } = await uploadFile(admin, csvFile([['email'], ['c@example.com']]));
  const made = async (path: string, input: unknown) =>
    (await admin.post<{ id: string }>(path, input)).body.id;
  const fieldId = await made('/api/custom-fields', { name: 'Seen', type: 'date' });
  const statusId = await made('/api/lead-statuses', { name: 'warm' });
  const viewId = await made('/api/views', { name: 'mine', filter: {} });
  const tokenId = await made('/api/tokens', { name: 'x' });
  const member = await addColleague(app, admin, 'member');
  ids = (path, name) => {
    if (path.startsWith('/api/custom-fields')) return fieldId;
    if (path.startsWith('/api/lead-statuses')) return statusId;
    if (path.startsWith('/api/views') || name === 'viewId') return viewId;
    if (path.startsWith('/api/tokens')) return tokenId;
    if (path.startsWith('/api/users')) return member.user.id;
    if (name === 'uploadId' || path.startsWith('/api/import-drafts')) return uploadId;
    if (name === 'b' || name === 'mergeId') return other.id;
    return lead.id;
  };
});

afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

async function statusOf(endpoint: Endpoint): Promise<number> {
  const least = extremeRequests(endpoint, ids).findLast(({ title }) => title === 'plausible');
  const response = await admin.send(least?.path ?? '', {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(takesToken(endpoint.access) && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(least?.body ?? {}),
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

test('the calls: thirty or more came as far as their reply', () => {
  expect(reached).toBeGreaterThanOrEqual(30);
});
