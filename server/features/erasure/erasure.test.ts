import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Erasure, ErasureCertificate, FoundPlaces, PersonRecord } from '#contract/erasures.ts';
import type { Lead } from '#contract/leads.ts';
import { verifyChains } from '#server/platform/audit/verify.ts';
import { statementsOn } from '#server/platform/db/transaction.ts';
import { deriveKey } from '#server/platform/security/derived-key.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { erase, heldTexts } from '#tests/support/erasures.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const JANE = {
  firstName: 'Jane',
  lastName: 'Quillfeather',
  email: 'jane@quill.example',
  phone: '+4915112345678',
};

const preview = (body: Record<string, unknown>) =>
  call<{ hint: string; found: FoundPlaces }>(user, 'POST', '/api/erasures/preview', body);

/** Texts of Jane that stand anywhere in the database. */
const texts = () =>
  heldTexts(app, ['Quillfeather', 'jane@quill.example', '15112345678'], user.user.organizationId);

describe('a person', () => {
  test('is found by email, phone in any spelling and lead; the hint masks them', async () => {
    const { id } = await makeLead(user, JANE);
    await makeLead(user, { email: 'mary-jane@quill.example' });
    for (const named of [
      { email: ' JANE@quill.example ' },
      { phone: '0049 151 12345678' },
      { phone: '+4915112345678' },
      { leadId: id },
    ]) {
      const { status, body } = await preview(named);
      expect([status, body.found]).toEqual([200, expect.arrayContaining([{ place: 'leads', count: 1 }])]);
    }
    expect((await preview({ email: JANE.email })).body.hint).toBe('j…@quill.example');
  });

  test('is asked for by one of them alone', async () => {
    for (const named of [
      {},
      { email: 'a@b.co', phone: '+4930901830' },
      { email: 'x' },
      { phone: '12' },
      { name: 'x' },
    ]) {
      expect((await preview(named)).status).toBe(400);
      expect((await call(user, 'POST', '/api/erasures', named)).status).toBe(400);
    }
    const leadId = '0195b0a0-0000-7000-8000-000000000001';
    expect((await preview({ leadId })).status).toBe(404);
    expect((await call(user, 'POST', '/api/erasures', { leadId })).status).toBe(404);
  });

  test('has leads that share an email or phone, in the bin too, and merged ones', async () => {
    const first = await makeLead(user, JANE);
    await call(user, 'DELETE', `/api/leads/${first.id}`);
    const second = await makeLead(user, {
      phone: JANE.phone,
      firstName: 'Janet',
      email: 'janet@quill.example',
    });
    const third = await makeLead(user, { email: 'other@quill.example' });
    await call(user, 'POST', '/api/duplicates/merge', { keepId: second.id, leadIds: [third.id] });
    const { body } = await preview({ email: JANE.email });
    expect(body.found).toEqual(
      expect.arrayContaining([
        { place: 'leads', count: 1 },
        { place: 'trash', count: 2 },
        { place: 'operations', count: 1 },
      ]),
    );
  });

  test('is for administrators of the organization alone', async () => {
    await makeLead(user, JANE);
    const erasure = await erase(user, { email: 'nobody@quill.example' });
    const colleague = await addColleague(app, user, `plain-${user.user.username}`);
    const stranger = await signUp(app.url);
    const calls = (by: SignedIn) => [
      call(by, 'POST', '/api/erasures/preview', { email: JANE.email }),
      call(by, 'POST', '/api/erasures', { email: JANE.email }),
      call(by, 'GET', '/api/erasures'),
      call(by, 'GET', `/api/erasures/${erasure.id}`),
      call(by, 'GET', `/api/erasures/${erasure.id}/certificate`),
      call(by, 'GET', `/api/persons?email=${JANE.email}`),
    ];
    expect((await Promise.all(calls(colleague))).map(({ status }) => status)).toEqual(Array(6).fill(403));
    expect((await Promise.all(calls(stranger))).map(({ status }) => status)).toEqual([
      200, 201, 200, 404, 404, 404,
    ]);
    expect(await leadsOf(user)).toHaveLength(1);
  });

  test('is answered as JSON and as a page', async () => {
    const { id } = await makeLead(user, { ...JANE, address: '<b>1 Road</b>' });
    await call(user, 'POST', `/api/leads/${id}/notes`, { text: 'Likes tea' });
    const { status, body } = await user.get<PersonRecord>(`/api/persons?email=${JANE.email}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ emails: [JANE.email], phones: [JANE.phone] });
    const records = Object.fromEntries(body.places.map(({ place, records }) => [place, records]));
    expect(records['leads']).toEqual([expect.objectContaining({ id, last_name: 'Quillfeather' })]);
    expect(records['notes']).toEqual([expect.objectContaining({ text: 'Likes tea' })]);
    const page = await user.send(`/api/persons?phone=${encodeURIComponent(JANE.phone)}&format=html`, {});
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    expect(html).toContain('Likes tea');
    expect(html).toContain('&lt;b&gt;1 Road&lt;/b&gt;');
    expect((await user.get('/api/persons?email=nobody@quill.example')).status).toBe(404);
    expect((await user.get('/api/persons')).status).toBe(400);
    const audit = await auditOf(app, user.user.organizationId, 'view_person');
    expect(audit).toHaveLength(3);
    expect(JSON.stringify(audit)).not.toMatch(/quill|1511234567/i);
  });
});

describe('an erasure', () => {
  test('of nobody finds nothing and ends', async () => {
    const erasure = await erase(user, { email: 'nobody@quill.example' });
    expect(erasure).toMatchObject({ status: 'completed', found: [], erasedAt: expect.any(String) });
  });

  test('removes the person everywhere, and leaves others, totals and the audit chain', async () => {
    const program = programOf(app.url, await tokenFor(user));
    await program.call('POST', '/leads', JANE, { 'Idempotency-Key': 'k1' });
    const id = (await leadsOf(user))[0]?.id ?? '';
    const namesake = await makeLead(user, {
      firstName: 'Jane',
      email: 'jane@other.example',
      address: 'ask jane@quill.example',
    });
    await call(user, 'PATCH', `/api/leads/${id}`, { email: 'jane2@quill.example' });
    await call(user, 'PATCH', `/api/leads/${id}`, { email: JANE.email });
    await call(user, 'POST', `/api/leads/${id}/notes`, { text: 'Jane Quillfeather likes tea' });
    await call(user, 'POST', `/api/leads/${namesake.id}/notes`, {
      text: 'Sister of Jane Quillfeather, jane@quill.example, +49 151 12345678',
    });
    await call(user, 'POST', '/api/views', {
      name: 'Jane',
      filter: { search: JANE.email },
      columns: null,
      shared: false,
    });
    await runBulkCall(user, { filter: { search: JANE.email } }, { type: 'note', text: 'call 0151 12345678' });
    await call(user, 'POST', '/api/leads/mark-sold', {
      ...{ identifiers: [JANE.email], identifierType: 'email', customerNumber: 'C7' },
      ...{ price: '5', currency: 'EUR' },
    });
    const file = csvFile(
      [
        ['email', 'name'],
        [JANE.email, 'Jane Quillfeather'],
        ['new@other.example', 'New'],
      ],
      'jane.csv',
    );
    await importLeads(user, file, { fieldMapping: { email: 'email' } });
    await uploadFile(user, csvFile([['phone'], ['0151/12345678']]));
    const before = (await call(user, 'GET', '/api/dashboard/stats')).body;
    const { found } = (await preview({ email: JANE.email })).body;
    const erasure = await erase(user, { email: JANE.email, reason: 'Asked by jane@quill.example' });
    expect(erasure.status).toBe('completed');
    expect(erasure.found).toEqual(found);
    expect(Object.fromEntries(found.map(({ place, count }) => [place, count]))).toMatchObject({
      ...{ leads: 2, notes: 4, sales: 1, reports: 1, uploads: 2, views: 1, replies: 1 },
    });
    expect(await texts()).toEqual([]);
    expect((await preview({ email: JANE.email })).body.found).toEqual([]);
    expect((await user.get(`/api/persons?email=${JANE.email}`)).status).toBe(404);
    const leads = await leadsOf(user);
    expect(leads.map(({ firstName, email, phone, isSold }) => [firstName, email, phone, isSold])).toEqual([
      [null, null, 'erased', true],
      ['Jane', 'jane@other.example', null, false],
      [null, 'new@other.example', null, false],
    ]);
    expect(leads[1]?.address).toBe('ask [erased]');
    expect((await readLeadDetail(user, namesake.id)).notes.map(({ text }) => text)).toEqual([
      'call [erased]',
      'Sister of [erased], [erased], [erased]',
    ]);
    expect((await call(user, 'GET', '/api/dashboard/stats')).body).toMatchObject({
      totalLeads: before['totalLeads'],
    });
    expect((await readLeadDetail(user, id)).sales).toEqual([
      expect.objectContaining({ customerNumber: 'C7', price: '5.00', currency: 'EUR' }),
    ]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
    await expect.poll(() => brokenChains()).toEqual([]);
  });

  test('deletes leads that are not sold, for good', async () => {
    const { id } = await makeLead(user, JANE);
    await erase(user, { leadId: id });
    expect((await user.get(`/api/leads/${id}`)).status).toBe(404);
    expect((await user.get<{ leads: Lead[] }>('/api/leads/bin')).body.leads).toEqual([]);
    expect(await texts()).toEqual([]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('is audited without the person, and certified with a signature', async () => {
    await makeLead(user, JANE);
    const erasure = await erase(user, { phone: JANE.phone, suppress: false });
    const { status, body } = await user.get<ErasureCertificate>(`/api/erasures/${erasure.id}/certificate`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 1,
      id: erasure.id,
      places: erasure.found,
      suppressed: false,
      backups: [],
    });
    const { signature, ...signed } = body;
    const key = deriveKey(app.context.secretKey(), 'erasures');
    expect(signature).toBe(createHmac('sha256', key).update(JSON.stringify(signed)).digest('hex'));
    const subject = `${user.user.organizationId}\n${JANE.phone}`;
    expect(body.subject).toBe(createHmac('sha256', key).update(subject).digest('hex'));
    const audit = [
      ...(await auditOf(app, user.user.organizationId, 'request_erasure')),
      ...(await auditOf(app, user.user.organizationId, 'erase_person')),
    ];
    expect(audit.map(({ resource }) => resource)).toEqual([erasure.id, erasure.id]);
    expect(JSON.stringify([body, audit])).not.toMatch(/quill|151123/i);
    expect((await user.get<Erasure[]>('/api/erasures')).body).toEqual([
      expect.objectContaining({ id: erasure.id, status: 'completed', createdBy: user.user.username }),
    ]);
  });
});

describe('a redacted audit entry', () => {
  const owner = () => app.context.db.owner;

  async function redactedEntry(): Promise<string> {
    const { id } = await makeLead(user, JANE);
    await call(user, 'PATCH', `/api/leads/${id}`, { city: 'Bonn' });
    await expect
      .poll(async () => (await owner().query('SELECT FROM audit_logs WHERE sequence IS NULL')).rowCount)
      .toBe(0);
    await erase(user, { email: JANE.email });
    const { rows } = await owner().query(
      'SELECT entry_id AS id FROM audit_redactions WHERE organization_id = $1',
      [user.user.organizationId],
    );
    expect(rows).toHaveLength(1);
    await expect.poll(() => brokenChains()).toEqual([]);
    return rows[0]?.id;
  }

  test('is found when it is changed again', async () => {
    const id = await redactedEntry();
    await owner().query(`UPDATE audit_logs SET details = '{"lead": "x"}' WHERE id = $1`, [id]);
    expect(await brokenChains()).toEqual([expect.stringContaining('was changed')]);
    await owner().query(`UPDATE audit_logs SET details = '{"lead": "[erased]"}' WHERE id = $1`, [id]);
    await owner().query('DELETE FROM audit_redactions WHERE entry_id = $1', [id]);
    expect(await brokenChains()).toEqual([expect.stringContaining('was changed')]);
    await owner().query(
      'UPDATE audit_logs SET details = NULL, sequence = NULL, previous_hash = NULL, hash = NULL',
    );
    await owner().query('DELETE FROM audit_chains');
  });

  test('holds only while an entry reports its redaction', async () => {
    await redactedEntry();
    const { rows } = await owner().query(
      `UPDATE audit_logs SET details = details - 'digest'
       WHERE organization_id = $1 AND action = 'redact_audit_logs' RETURNING id`,
      [user.user.organizationId],
    );
    expect(rows).toHaveLength(1);
    expect(await brokenChains()).toEqual([expect.stringContaining('was changed')]);
  });
});

async function brokenChains(): Promise<(string | null)[]> {
  const reports = await verifyChains(statementsOn(app.context.db.owner));
  return reports.map(({ broken }) => broken).filter((broken) => broken !== null);
}
