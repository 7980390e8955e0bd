import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { insertStored } from '#tests/support/stored-leads.ts';

// An answer on its way is cut once its caller has lost access, however slowly it is taken.

/** A client that takes so much so often needs a minute for the file. */
const SIP_BYTES = 16 * 1024;
const SIP_MS = 20;

let app: TestApp;
let admin: SignedIn;
let colleagues = 0;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  admin = await signUp(app.url, 'keeper');
  // More than sockets and buffers take.
  await insertStored(
    app.context.db.owner,
    admin.user.organizationId,
    'organization_id, id, email, first_name, city',
    `SELECT $1::uuid, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', t.text, t.text
     FROM generate_series(1, 20000) AS n, LATERAL (
       SELECT string_agg(md5(n::text || part::text), '') AS text FROM generate_series(1, 45) AS part) AS t`,
  );
});

afterAll(() => app.close());

const REVOKED = {
  'signed out': 'DELETE FROM sessions WHERE user_id = $1',
  removed: 'DELETE FROM users WHERE id = $1',
} as const;
const PATHS = [
  '/api/leads/export?limit=all&search=example.com',
  '/api/leads/export?limit=all&search=example.com&format=xlsx',
];

const cases = Object.keys(REVOKED).flatMap((how) =>
  PATHS.map((path) => [how as keyof typeof REVOKED, path] as const),
);

/** Begins a download; `rest` takes it slowly and resolves to how it ended. */
function begin(path: string, cookie: string): Promise<{ rest(): Promise<'cut' | 'ended'> }> {
  return new Promise((resolve, reject) => {
    get(`${app.url}${path}`, { headers: { cookie }, agent: false }, (response) => {
      expect(response.statusCode).toBe(200);
      const rest = async (): Promise<'cut' | 'ended'> => {
        let outcome: 'cut' | 'ended' | null = null;
        response.once('end', () => {
          outcome = 'ended';
        });
        response.once('error', () => {
          outcome = 'cut';
        });
        while (outcome === null) {
          response.read(Math.min(SIP_BYTES, response.readableLength));
          await wait(SIP_MS);
        }
        return outcome;
      };
      response.once('readable', () => resolve({ rest }));
    }).on('error', reject);
  });
}

test.each(cases)('a caller who is %s while %s is sent: gets an error, not an end', async (how, path) => {
  const caller = await addColleague(app, admin, `colleague-${++colleagues}`);
  const download = await begin(path, caller.cookie ?? '');
  await app.context.db.owner.query(REVOKED[how], [caller.user.id]);
  expect(await download.rest()).toBe('cut');
});

test('an event stream of a caller who is signed out: is over', async () => {
  const caller = await addColleague(app, admin, 'listener');
  const stream = await begin('/api/events', caller.cookie ?? '');
  await app.context.db.owner.query(REVOKED['signed out'], [caller.user.id]);
  expect(['cut', 'ended']).toContain(await stream.rest());
});
