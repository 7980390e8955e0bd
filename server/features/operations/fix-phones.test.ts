import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Lead } from '#contract/leads.ts';
import type { fixPhones, invalidPhoneStats } from '#contract/phones.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const stats = async () => (await user.get<ReplyOf<typeof invalidPhoneStats>>(PATHS.stats)).body;
const fix = async (client = user) => (await client.post<ReplyOf<typeof fixPhones>>(PATHS.fix)).body;

const PATHS = { stats: '/api/leads/invalid-phone-stats', fix: '/api/leads/fix-phones' };

const UK = 'United Kingdom';
/** Returns a number that is invalid as it stands and becomes valid with its country's prefix. */
const spelled = (n: number): string => `020!7946!${String(n).padStart(4, '0')}`;
const fixed = (n: number): string => `+442079460${String(n).padStart(3, '0').slice(-3)}`;

const uk = (n: number, more: Record<string, unknown> = {}): Promise<Lead> =>
  makeLead(user, { phone: spelled(n), country: UK, ...more });

interface ReportRow {
  row_number: number;
  identifier: string;
  value: string;
  lead_id: string;
  outcome: string;
  message: string;
}

async function rowsOf(operationId: string | null): Promise<ReportRow[]> {
  const { rows } = await app.context.db.owner.query<ReportRow>(
    `SELECT row_number, identifier, value, lead_id, outcome, message FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 ORDER BY row_number`,
    [user.user.organizationId, operationId],
  );
  return rows;
}

const countsAreRight = async (): Promise<void> =>
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);

describe('fixing', () => {
  test('refuses a visitor', async () => {
    expect((await call(app.anonymous, 'POST', PATHS.fix)).status).toBe(401);
  });

  test('puts valid numbers in, with event, audit entry and counts', async () => {
    const colleague = await addColleague(app, user, `helper-${user.user.username}`);
    const lead = await uk(1, { status: 'qualified', tags: ['vip'], brand: 'Acme' });
    const hopeless = await makeLead(user, { phone: '12', country: UK });
    const answer = await fix(colleague);
    expect(answer).toEqual({
      message: 'Fixed 1 phone number',
      fixed: 1,
      conflicts: 0,
      operationId: expect.any(String),
    });
    const detail = await readLeadDetail(user, lead.id);
    expect(detail).toMatchObject({ phone: fixed(1), numberValid: true, country: UK });
    expect(detail.events[0]).toMatchObject({
      kind: 'bulk',
      actor: colleague.user.username,
      changes: expect.arrayContaining([
        { field: 'phone', before: spelled(1), after: fixed(1) },
        { field: 'numberValid', before: false, after: true },
      ]),
    });
    expect(await readLeadDetail(user, hopeless.id)).toMatchObject({ phone: '12', numberValid: false });
    expect(await auditOf(app, user.user.organizationId, 'fix_phones')).toEqual([
      expect.objectContaining({
        username: colleague.user.username,
        resource: answer.operationId,
        details: expect.objectContaining({ total: 2, changed: 1, unchanged: 1, refused: 0 }),
      }),
    ]);
    expect(await stats()).toEqual({ totalInvalid: 1, fixableCount: 0, needsCountryCount: 0 });
    await countsAreRight();
  });

  test('with nothing to fix says so', async () => {
    await makeLead(user, { phone: '12', country: UK });
    await makeLead(user, { phone: '020 7946 0003' });
    expect(await fix()).toEqual({
      message: 'There are no phone numbers to fix',
      fixed: 0,
      conflicts: 0,
      operationId: null,
    });
    expect(await auditOf(app, user.user.organizationId, 'fix_phones')).toEqual([]);
  });

  test('reports numbers that others have and forces none; of two alike the first gets it', async () => {
    const holder = await makeLead(user, { phone: fixed(1), firstName: 'Carl' });
    const taken = await uk(1);
    const first = await uk(2);
    const second = await makeLead(user, { phone: '0 020 7946 0002', country: UK });
    const { body, status } = await user.post(PATHS.fix);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Fixed 1 phone number; 2 already belong to another lead',
      fixed: 1,
      conflicts: 2,
    });
    expect((await readLeadDetail(user, first.id)).phone).toBe(fixed(2));
    for (const { id, phone } of [taken, second]) {
      expect(await readLeadDetail(user, id)).toMatchObject({ phone, numberValid: false });
    }
    const { operationId } = body as ReplyOf<typeof fixPhones>;
    const rows = await rowsOf(operationId);
    expect(rows.map((row) => row.row_number)).toEqual([1, 2]);
    expect(rows).toContainEqual({
      row_number: expect.any(Number),
      identifier: spelled(1),
      value: fixed(1),
      lead_id: taken.id,
      outcome: 'conflict',
      message: `Another lead already has this phone: Carl (${holder.id})`,
    });
    expect(rows).toContainEqual(
      expect.objectContaining({
        identifier: '0 020 7946 0002',
        lead_id: second.id,
        message: `Another lead already has this phone: ${first.id}`,
      }),
    );
    const report = withoutQuotes(await (await user.send(`/api/leads/bulk/${operationId}/report`, {})).text());
    expect(report).toContain(`,conflict,Another lead already has this phone: Carl (${holder.id})`);
    expect(report).toContain(`0 020 7946 0002,${fixed(2)},conflict,`);
    await countsAreRight();
    // A second run finds only the conflicts.
    expect(await fix()).toMatchObject({ fixed: 0, conflicts: 2 });
  });

  test('neither touches the bin nor minds what is in it', async () => {
    const [trashed, holder] = [await uk(1), await makeLead(user, { phone: fixed(2) })];
    await call(user, 'DELETE', `/api/leads/${trashed.id}`);
    await call(user, 'DELETE', `/api/leads/${holder.id}`);
    const lead = await uk(2);
    expect(await fix()).toMatchObject({ fixed: 1, conflicts: 0 });
    expect((await readLeadDetail(user, lead.id)).phone).toBe(fixed(2));
    expect(await readLeadDetail(user, trashed.id)).toMatchObject({ phone: spelled(1), numberValid: false });
    expect((await call(user, 'POST', `/api/leads/${holder.id}/restore`)).status).toBe(409);
    await countsAreRight();
  });

  test("leaves another organization's leads alone, and minds none of their numbers", async () => {
    const lead = await uk(1);
    const stranger = await signUp(app.url);
    await makeLead(stranger, { phone: fixed(1) });
    await makeLead(stranger, { phone: spelled(2), country: UK });
    expect(await fix()).toMatchObject({ fixed: 1, conflicts: 0 });
    expect((await readLeadDetail(user, lead.id)).phone).toBe(fixed(1));
    expect((await leadsOf(stranger)).map(({ phone }) => phone)).toContain(spelled(2));
    expect((await stranger.post(`/api/leads/bulk/${(await fix()).operationId}/undo`)).status).toBe(404);
  });

  test('twice at once fixes each number once', async () => {
    for (let n = 1; n <= 6; n++) await uk(n);
    const answers = await Promise.all([fix(), fix(), fix()]);
    expect(answers.reduce((sum, answer) => sum + answer.fixed, 0)).toBe(6);
    expect(await stats()).toMatchObject({ totalInvalid: 0 });
    for (const lead of await leadsOf(user)) {
      expect((await readLeadDetail(user, lead.id)).events.map((event) => event.kind)).toEqual([
        'bulk',
        'created',
      ]);
    }
    await countsAreRight();
  });
});

describe('an undo', () => {
  test('puts every number back as it was typed', async () => {
    await uk(1, { status: 'qualified', tags: ['vip'] });
    await makeLead(user, { phone: '0!0!151!23456789', country: 'Germany' });
    const before = await leadsOf(user);
    const { operationId } = await fix();
    expect((await leadsOf(user)).every((lead) => lead.numberValid)).toBe(true);
    expect(await runUndoCall(user, operationId ?? '')).toMatchObject({ changed: 2, refused: 0 });
    expect(await leadsOf(user)).toEqual(before);
    expect(await stats()).toMatchObject({ totalInvalid: 2, fixableCount: 2 });
    expect((await user.post(`/api/leads/bulk/${operationId}/undo`)).status).toBe(409);
    await countsAreRight();
  });

  test('leaves alone what changed since', async () => {
    const [edited, kept] = [await uk(1), await uk(2)];
    const { operationId } = await fix();
    await call(user, 'PATCH', `/api/leads/${edited.id}`, { city: 'Leeds' });
    expect(await runUndoCall(user, operationId ?? '')).toMatchObject({ changed: 1, refused: 1 });
    expect(await readLeadDetail(user, edited.id)).toMatchObject({ phone: fixed(1), numberValid: true });
    expect(await readLeadDetail(user, kept.id)).toMatchObject({ phone: spelled(2), numberValid: false });
    await countsAreRight();
  });
});
