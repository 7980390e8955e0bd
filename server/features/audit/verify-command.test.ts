import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealEntries } from '#server/platform/audit/seal-writes.ts';
import { type CommandOutcome, runAdmin } from '#tests/support/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

// Runs the command line in a process of its own, next to a running server.

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  admin = await signUp(app.url, 'ada');
  await signUp(app.url, 'grace');
});

afterAll(() => app.close());

const verify = (settings: Record<string, string> = {}): Promise<CommandOutcome> =>
  runAdmin(['verify-audit'], { DATABASE_URL: app.context.db.urls.owner, ...settings });

test('counts the entries of every organization and says that their chains hold, or where one breaks', async () => {
  await makeLead(admin, { email: 'a@example.com' });
  await sealEntries(app.context.db.owner, admin.user.organizationId);
  const whole = await verify();
  expect([whole.code, whole.err]).toEqual([0, '']);
  expect(whole.out).toMatch(
    /^Default Organization \([0-9a-f-]{36}\): 2 entries, OK, ends with [0-9a-f]{64}\ngrace \(.*\): 1 entries, OK, ends with 0{64}\n$/,
  );
  await app.context.db.owner.query("UPDATE audit_logs SET resource = 'x' WHERE sequence = 2");
  const broken = await verify();
  expect([broken.code, broken.err]).toEqual([1, '']);
  expect(broken.out).toMatch(
    /Default Organization .*: 2 entries, BROKEN: entry 2 \(.*\) was changed\ngrace .* OK/,
  );
});

test('says so when the database is not there', async () => {
  const { code, out, err } = await verify({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/ECONNREFUSED/);
  expect(err).not.toMatch(/\n\s+at /);
});
