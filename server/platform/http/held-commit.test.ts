import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import type { OrganizationScope } from '../db/scope.ts';
import { HeldCommit } from './held-commit.ts';

let app: TestApp;
let scope: OrganizationScope;
let leadId: string;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  const user = await signUp(app.url);
  scope = scopeOf(app.context, user.user.organizationId);
  leadId = (await makeLead(user, { email: 'a@example.com' })).id;
});
afterAll(() => app.close());

/** Adds a note, and returns how many others see by then. */
async function addNote({ transaction }: OrganizationScope): Promise<number> {
  await transaction((tx) =>
    tx.query(
      `INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by_name) VALUES ($1, $2, gen_random_uuid(), 'a', 'b')`,
      [tx.organizationId, leadId],
    ),
  );
  return (await app.context.db.owner.query('SELECT FROM lead_notes')).rowCount ?? 0;
}

test('transactions of a call commit together, and by themselves once it has committed', async () => {
  const held = new HeldCommit(scope);
  const own = held.heldScope();
  expect(await addNote(own)).toBe(0);
  expect(await addNote(own)).toBe(0);
  await own.commit();
  expect(await addNote(own)).toBe(3);
  expect(app.context.db.app.idleCount).toBe(app.context.db.app.totalCount);
});
