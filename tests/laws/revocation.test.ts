import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid } from '#tests/support/grids.ts';
import { csvFile, uploadFile } from '#tests/support/imports.ts';
import { tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';
import { extremeRequests, type KnownIds } from './extremes.ts';
import { storedRows } from './stored-rows.ts';

// A request whose access ends while it is under way writes nothing: whether its body comes slowly, or its transaction waits.

let app: TestApp;
let admin: SignedIn;
let ids: KnownIds;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, threads: true });
  admin = await signUp(app.url, 'keeper');
  const lead = await makeLead(admin, { email: 'a@example.com' });
  const { uploadId } = await uploadFile(admin, csvFile([['email'], ['b@example.com']]));
  const { body: field } = await admin.post<{ id: string }>('/api/custom-fields', {
    name: 'Seen',
    type: 'date',
  });
  const { body: status } = await admin.post<{ id: string }>('/api/lead-statuses', { name: 'warm' });
  const { body: token } = await admin.post<{ id: string }>('/api/tokens', { name: 'x' });
  const member = await addColleague(app, admin, 'member');
  ids = (path, name) => {
    if (path.startsWith('/api/custom-fields')) return field.id;
    if (path.startsWith('/api/lead-statuses')) return status.id;
    if (path.startsWith('/api/tokens')) return token.id;
    if (path.startsWith('/api/users')) return member.user.id;
    if (name === 'uploadId' || path.startsWith('/api/import-drafts')) return uploadId;
    return path.startsWith('/api/leads') || /lead|keep/i.test(name) ? lead.id : undefined;
  };
});

afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const CHANGING = API.filter(({ method, access }) => method !== 'GET' && access !== 'public');
const BY_SESSION = CHANGING.filter(({ access }) => !takesToken(access));
/** Calls that end sessions by themselves. */
const ENDS_SESSION = ['POST /api/logout'];

let colleagues = 0;
/** Signs in another administrator, whose session seems to have been used two minutes ago. */
async function newAdministrator(): Promise<SignedIn> {
  const { owner } = app.context.db;
  const caller = await addColleague(app, admin, `colleague-${++colleagues}`);
  await owner.query('UPDATE users SET is_admin = true WHERE id = $1', [caller.user.id]);
  await owner.query("UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE user_id = $1", [
    caller.user.id,
  ]);
  return caller;
}

/** Waits until the server has checked the access of a request: then the session counts as used. */
function isAdmitted({ user }: SignedIn): Promise<unknown> {
  return until('the request is admitted', async () => {
    const { rowCount } = await app.context.db.owner.query(
      "SELECT FROM sessions WHERE user_id = $1 AND last_seen_at > now() - interval '1 minute'",
      [user.id],
    );
    return rowCount === 1;
  });
}

const REVOKED = {
  'signed out': 'DELETE FROM sessions WHERE user_id = $1',
  removed: 'DELETE FROM users WHERE id = $1',
  demoted: 'UPDATE users SET is_admin = false WHERE id = $1',
  'excluded by the allow-list': `INSERT INTO ip_whitelist (organization_id, id, ip_address)
    SELECT organization_id, gen_random_uuid(), '203.0.113.9' FROM users WHERE id = $1`,
} as const;

async function revoke(how: keyof typeof REVOKED, { user }: SignedIn): Promise<void> {
  await app.context.db.owner.query(REVOKED[how], [user.id]);
}

/** Begins a request and sends the first byte of its body; `end` sends the rest. */
function beginRequest(endpoint: Endpoint, headers: Record<string, string>): { end(): Promise<number> } {
  const [plausible] = extremeRequests(endpoint, ids);
  const isForm = endpoint.body === 'multipart';
  const text = isForm ? formText(endpoint.path) : JSON.stringify(plausible?.body ?? {});
  const answer = Promise.withResolvers<IncomingMessage>();
  const sending = httpRequest(
    `${app.url}${plausible?.path}`,
    {
      method: endpoint.method,
      headers: {
        ...headers,
        origin: app.url,
        'content-type': isForm ? 'multipart/form-data; boundary=b' : 'application/json',
        'content-length': Buffer.byteLength(text),
      },
    },
    answer.resolve,
  );
  sending.on('error', answer.reject);
  sending.write(text.slice(0, 1));
  return {
    end: async () => {
      sending.end(text.slice(1));
      const response = await answer.promise;
      response.resume();
      return response.statusCode ?? 0;
    },
  };
}

const FORMS: Record<string, Record<string, string>> = {
  '/api/upload': {},
  '/api/leads/update-hlr-csv': { statusValue: 'active', hlrType: 'number' },
  '/api/leads/mark-sold-csv': { customerNumber: 'C1', identifierType: 'email' },
  '/api/leads/mark-sold-csv/preview': { identifierType: 'email' },
  '/api/leads/update-phones-csv/preview': {},
  '/api/leads/update-phones-csv': {},
  '/api/outcomes/import': { customerNumber: 'C1' },
  '/api/suppressions/import': {},
  '/api/v1/suppressions/import': {},
};

/** A form that a call with a file accepts. */
function formText(path: string): string {
  const plan = { uploadId: ids('', 'uploadId') ?? '', fieldMapping: '{"email":"email"}' };
  const fields = Object.entries(FORMS[path] ?? plan).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\nc@example.com\n\r\n';
  return `${fields.join('')}${path in FORMS ? file : ''}--b--\r\n`;
}

describe.each(Object.keys(REVOKED) as (keyof typeof REVOKED)[])('a caller who is %s', (how) => {
  const calls = how === 'demoted' ? BY_SESSION.filter(({ access }) => access !== 'user') : BY_SESSION;

  test.each(calls.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'before the body of %s has arrived: is refused, and nothing is written',
    async (_name, endpoint) => {
      const caller = await newAdministrator();
      const request = beginRequest(endpoint, { cookie: caller.cookie ?? '' });
      await isAdmitted(caller);
      const before = await storedRows(app);
      await revoke(how, caller);
      try {
        expect([401, 403]).toContain(await request.end());
        expect(await storedRows(app)).toEqual(before);
      } finally {
        await app.context.db.owner.query("DELETE FROM ip_whitelist WHERE ip_address = '203.0.113.9'");
      }
    },
  );
});

test('a token that is revoked before the body has arrived: is refused, and nothing is written', async () => {
  const { owner } = app.context.db;
  for (const endpoint of CHANGING.filter(({ access }) => takesToken(access))) {
    for (const key of [undefined, 'once']) {
      const isOfCustomer = endpoint.access === 'token:outcomes';
      const scope = isOfCustomer ? { scopes: 'outcomes', customerNumber: 'C-1' } : {};
      const authorization = `Bearer ${await tokenFor(admin, scope)}`;
      const request = beginRequest(endpoint, { authorization, ...(key && { 'idempotency-key': key }) });
      await until('the request is admitted', async () => {
        const { rowCount } = await owner.query(
          'SELECT FROM api_call_windows WHERE caller = (SELECT max($1 || id) FROM api_tokens WHERE revoked_at IS NULL AND created_at = (SELECT max(created_at) FROM api_tokens))',
          ['token:'],
        );
        return rowCount === 1;
      });
      await owner.query('UPDATE api_tokens SET revoked_at = now()');
      const before = await storedRows(app);
      expect([nameOf(endpoint), await request.end()]).toEqual([nameOf(endpoint), 401]);
      expect(await storedRows(app)).toEqual(before);
    }
  }
});

/** Tables that calls write, except those that say who may call. */
const LOCKED = `SELECT string_agg(c.relname, ', ') AS tables FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND c.relname NOT IN ('users', 'usernames', 'sessions', 'ip_whitelist')`;

/** Sends a call whose writes wait for a lock, revokes its caller's access meanwhile, and returns its status. */
async function revokedWhileWaiting(
  how: keyof typeof REVOKED,
  caller: SignedIn,
  send: () => Promise<number>,
): Promise<number | null> {
  const { owner } = app.context.db;
  const { rows } = await owner.query<{ tables: string }>(LOCKED);
  const holder = await owner.connect();
  let status: number | null = null;
  try {
    await holder.query(`BEGIN; LOCK TABLE ${rows[0]?.tables} IN EXCLUSIVE MODE`);
    const answer = send().then((given) => {
      status = given;
      return given;
    });
    await until('the call waits or is over', async () => {
      const { rowCount } = await owner.query(
        "SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('relation', 'transactionid', 'tuple')",
      );
      return status !== null || (rowCount ?? 0) > 0;
    });
    await revoke(how, caller);
    await holder.query('COMMIT');
    return status === null ? await answer : null;
  } finally {
    holder.release();
  }
}

test.each(
  BY_SESSION.filter((endpoint) => !ENDS_SESSION.includes(nameOf(endpoint))).map(
    (endpoint) => [nameOf(endpoint), endpoint] as const,
  ),
)('a caller who is signed out while %s waits for a lock: nothing is written', async (_name, endpoint) => {
  const caller = await newAdministrator();
  const before = await storedRows(app);
  const status = await revokedWhileWaiting('signed out', caller, () =>
    beginRequest(endpoint, { cookie: caller.cookie ?? '' }).end(),
  );
  if (status !== null) expect(status).toBeGreaterThanOrEqual(400);
  expect(await storedRows(app)).toEqual(before);
});

const ROWS = Array.from({ length: 150 }, (_, index) => [`row${index}@example.com`]);

test.each(['signed out', 'demoted'] as const)(
  'an administrator who is %s while a thread changes many cells: nothing is written',
  async (how) => {
    const caller = await newAdministrator();
    const { uploadId } = await uploadFile(caller, csvFile([['email'], ...ROWS]));
    await checkGrid(caller, uploadId, { fieldMapping: { email: 'email' } });
    const before = await storedRows(app);
    const edits = ROWS.map((_, index) => ({ row: index + 2, column: 'email', value: `${index}@b.example` }));
    const status = await revokedWhileWaiting(
      how,
      caller,
      async () => (await caller.post(`/api/import-grids/${uploadId}/edit`, { edits })).status,
    );
    expect(status).toBe(how === 'demoted' ? 403 : 401);
    expect(await storedRows(app)).toEqual(before);
  },
);
