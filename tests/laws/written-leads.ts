import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { expectLeadsAsStored, shownLeads } from '#tests/support/shown-leads.ts';

const SEEDS: Record<string, unknown>[] = [
  {
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+4930901820' },
    ...{ country: 'Germany', brand: 'Acme', source: 'web', tags: ['vip', 'b'], hlr: 'active' },
    ...{ depositAmount: '75.50', depositDate: '2025-02-03', customData: { Plan: 'Gold' } },
  },
  { firstName: 'Grace', phone: '+15046218927', country: 'US', brand: 'ACME', status: 'Qualified' },
  {
    firstName: 'Élodie',
    email: 'elodie@example.com',
    brand: 'Bolt',
    hlr: 'dead',
    customData: { Plan: 'Tin' },
  },
  { phone: '020!7946!0958', country: 'United Kingdom', tags: ['new'], depositAmount: '100' },
  { firstName: 'Kim', email: 'kim@corp.example', phone: '+4930901821', status: 'qualified', whatsapp: 'yes' },
  { firstName: 'Kim', email: 'kim+1@corp.example', city: 'Oslo', tags: ['VIP', 'c'], source: 'Web' },
];

/** The server, and the organization of the test that runs. */
export let app: TestApp;
export let user: SignedIn;
let leads: Lead[];
/** Its custom field. */
export let planField: CustomFieldEntity;
/** Calls that have a test. */
export const tried = new Set<string>();

/** Gives each test an organization with seeds, and compares what is read with what is stored after each. */
export function prepareLeads(): void {
  beforeAll(async () => {
    app = await startTestApp({ outbound: { allow: ['127.0.0.0/8'] } });
  });

  afterAll(() => app.close());

  beforeEach(async () => {
    user = await signUp(app.url);
    planField = await succeeds('POST', '/api/custom-fields', { name: 'Plan', type: 'text' });
    leads = [];
    for (const seed of SEEDS) leads.push(await makeLead(user, seed));
    const { id } = await makeLead(user, { firstName: 'Ada', email: 'ada.binned@example.com', brand: 'Acme' });
    await succeeds('DELETE', `/api/leads/${id}`);
  });

  afterEach(() => expectLeadsAsStored(app, user));
}

/** Registers a test of the calls named, `METHOD /path` as the contract has them. */
export function writes(calls: string | string[], does: string, run: () => Promise<void>): void {
  for (const name of [calls].flat()) tried.add(name);
  test(`${[calls].flat().join(', ')} ${does}`, run);
}

/** Returns the id of a seed. */
export function idOf(seed: number): string {
  const lead = leads[seed];
  if (lead === undefined) throw new Error(`There is no seed ${seed}`);
  return lead.id;
}

/** Makes a call that has to succeed, and returns what it answers. */
export async function succeeds<T>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await call<T>(user, method, path, body);
  expect([method, path, answer.status, answer.body]).toEqual([
    ...[method, path, expect.toBeOneOf([200, 201]), answer.body],
  ]);
  return answer.body;
}

/** Calls `write`, which has to change what is shown, and returns what it returns. */
export async function changesLeads<T>(write: () => Promise<T>): Promise<T> {
  const before = await shownLeads(user);
  const result = await write();
  expect(await shownLeads(user)).not.toEqual(before);
  return result;
}

/** Makes a call that has to succeed and leave leads as they are, and returns what it answers. */
export async function leavesLeads<T>(method: 'POST', path: string, body?: unknown): Promise<T> {
  const before = await shownLeads(user);
  const answer = await call<T>(user, method, path, body);
  expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 202])]);
  expect(await shownLeads(user)).toEqual(before);
  return answer.body;
}

/** Calls `write`, which has to change what is shown and tell its operation, and undoes it: all is as before. */
export async function undoes(write: () => Promise<string>): Promise<void> {
  const before = await shownLeads(user);
  const operationId = await changesLeads(write);
  await expectLeadsAsStored(app, user);
  expect(await runUndoCall(user, operationId)).toMatchObject({ status: 'completed', refused: 0 });
  expect(await shownLeads(user)).toEqual(before);
}
