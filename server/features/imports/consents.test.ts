import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Consent } from '#contract/consents.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, type PlanFields, uploadFile } from '#tests/support/imports.ts';
import { undoneImport } from '#tests/support/undo.ts';

// Consent that the rows of a file give.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
});

const CERTIFICATE = 'https://cert.trustedform.com/ABCDEF6789abcdef0123456789abcdef01234567';
const TOKEN = '1a2b3c4d-1111-2222-3333-444455556666';
const NONE = { phone: null, email: null, sms: null, whatsapp: null, post: null };
const ALL = { phone: 'given', email: 'given', sms: 'given', whatsapp: 'given', post: 'given' };
const MAPPING = {
  ...{ Mail: 'email', City: 'city', When: 'consentAt', Channel: 'consentChannel', Text: 'consentText' },
  ...{ Page: 'consentUrl', Address: 'consentIp', Proof: 'consentCertificate' },
};
const CREATE: PlanFields = { fieldMapping: MAPPING };
const UPDATE: PlanFields = { ...CREATE, importMode: { mode: 'update', matchField: 'email' } };
const HEADER = ['Mail', 'City', 'When', 'Channel', 'Text', 'Page', 'Address', 'Proof'];

const byEmail = async (name: string): Promise<Lead | undefined> =>
  (await leadsOf(user)).find(({ email }) => email === `${name}@example.com`);
const consentsOf = async (name: string) =>
  (await user.get<Consent[]>(`/api/leads/${(await byEmail(name))?.id}/consents`)).body;
const problemsOf = async (importId: string) => {
  const { body } = await user.get<{ rows: { row: number; field: string; code: string }[] }>(
    `/api/imports/${importId}/report?limit=100`,
  );
  return body;
};

describe('an import that creates leads', () => {
  test('records consent with a valid channel, time or certificate, and nothing for duplicates', async () => {
    await makeLead(user, { email: 'known@example.com' });
    const { stats } = await importLeads(
      user,
      csvFile([
        HEADER,
        [
          'full@example.com',
          'Rome',
          '2025-01-31T09:30:00+01:00',
          'Phone & SMS',
          'I agree',
          'x.example/a',
          '10.0.0.1',
          TOKEN,
        ],
        ['time@example.com', '', '31.01.2025 9:30 pm', '', '', '', '', ''],
        ['proof@example.com', '', '', '', '', '', '', CERTIFICATE],
        ['text@example.com', '', '', '', 'I agree', '', '', ''],
        ['none@example.com', '', '', '', '', '', '', ''],
        ['known@example.com', '', '', 'any', '', '', '', ''],
        ['full@example.com', '', '', 'any', '', '', '', ''],
      ]),
      CREATE,
    );
    expect(stats).toMatchObject({ imported: 5, duplicates: 2 });
    expect((await byEmail('full'))?.consent).toEqual({ ...NONE, phone: 'given', sms: 'given' });
    expect(await consentsOf('full')).toMatchObject(
      ['sms', 'phone'].map((channel) => ({
        ...{ channel, state: 'given', at: '2025-01-31T08:30:00.000Z', source: 'Import', text: 'I agree' },
        ...{ url: 'x.example/a', ip: '10.0.0.1', certificate: TOKEN, createdBy: user.user.username },
      })),
    );
    expect((await consentsOf('time')).map(({ channel, at }) => [channel, at])).toEqual([
      ['any', '2025-01-31T21:30:00.000Z'],
    ]);
    expect((await byEmail('time'))?.consent).toEqual(ALL);
    expect((await byEmail('proof'))?.consent).toEqual(ALL);
    for (const name of ['text', 'none', 'known']) {
      expect([name, (await byEmail(name))?.consent, await consentsOf(name)]).toEqual([name, NONE, []]);
    }
  });

  test('warns of what is not valid', async () => {
    const { importId, stats } = await importLeads(
      user,
      csvFile([
        HEADER,
        [
          'a@example.com',
          '',
          'someday',
          'phone',
          '',
          'not a page',
          '1.2.3',
          'https://cert.trustedform.com/x',
        ],
        ['b@example.com', '', '2099-01-01', 'pigeon', '', '', '', ''],
        ['c@example.com', '', '', '', 'I agree', '', '', ''],
      ]),
      CREATE,
    );
    expect(stats).toMatchObject({ imported: 3, errors: 0 });
    const found = JSON.stringify(await problemsOf(importId));
    for (const code of [
      'invalid_date',
      'invalid_url',
      'invalid_ip',
      'invalid_certificate',
      'future_consent',
      'invalid_channel',
      'no_consent',
    ]) {
      expect(found).toContain(code);
    }
    expect((await byEmail('a'))?.consent).toEqual({ ...NONE, phone: 'given' });
    expect((await byEmail('b'))?.consent).toEqual(NONE);
  });
});

describe('an import that updates leads', () => {
  const update = (rows: string[][]) => importLeads(user, csvFile([HEADER, ...rows]), UPDATE);

  test('records consent also where nothing else changes; its undo takes that back', async () => {
    const { id } = await makeLead(user, { email: 'old@example.com', city: 'Rome' });
    await call(user, 'POST', `/api/leads/${id}/consents`, {
      ...{ channel: 'phone', state: 'withdrawn', at: '2025-01-01T00:00:00Z' },
    });
    const { importId, stats } = await update([
      ['old@example.com', 'Rome', '2025-02-01', 'any', '', '', '', ''],
      ['old@example.com', 'Oslo', '2024-12-01', 'phone', '', '', '', ''],
    ]);
    expect(stats).toMatchObject({ updated: 2 });
    expect((await byEmail('old'))?.consent).toEqual(ALL);
    await undoneImport(user, importId);
    expect((await byEmail('old'))?.consent).toEqual({ ...NONE, phone: 'withdrawn' });
    expect((await consentsOf('old')).map(({ channel, undoneAt }) => [channel, undoneAt !== null])).toEqual([
      ['any', true],
      ['phone', false],
      ['phone', true],
    ]);
  });

  test('never overrides a later withdrawal', async () => {
    const { id } = await makeLead(user, { email: 'gone@example.com' });
    await call(user, 'POST', `/api/leads/${id}/consents`, { channel: 'any', state: 'withdrawn' });
    await update([['gone@example.com', '', '2025-02-01', 'any', '', '', '', '']]);
    expect(Object.values((await byEmail('gone'))?.consent ?? {})).toEqual(Array(5).fill('withdrawn'));
  });

  test('creates leads with consent where none matches', async () => {
    await importLeads(user, csvFile([HEADER, ['new@example.com', '', '', 'sms', '', '', '', '']]), {
      ...{ fieldMapping: MAPPING, importMode: { mode: 'createOrUpdate', matchField: 'email' } },
    });
    expect((await byEmail('new'))?.consent).toEqual({ ...NONE, sms: 'given' });
    expect(await consentsOf('new')).toHaveLength(1);
  });
});

test('the undo of an import keeps leads whose consent changed since', async () => {
  const { importId } = await importLeads(
    user,
    csvFile([HEADER, ...['a', 'b'].map((name) => [`${name}@example.com`, '', '', 'any', '', '', '', ''])]),
    CREATE,
  );
  const id = (await byEmail('a'))?.id;
  await call(user, 'POST', `/api/leads/${id}/consents`, { channel: 'any', state: 'withdrawn' });
  expect(await undoneImport(user, importId)).toMatchObject({ undone: 1, kept: 1 });
  expect((await leadsOf(user)).map(({ email }) => email)).toEqual(['a@example.com']);
});

test('columns named after consent are mapped', async () => {
  const columns = [
    'email',
    'Consent Date',
    'xxTrustedFormCertUrl',
    'Consent IP',
    'IP',
    'Consent Channel',
    'TCPA Text',
  ];
  const upload = await uploadFile(
    user,
    csvFile([columns, ['a@example.com', '2025-01-01', CERTIFICATE, '10.0.0.1', '10.0.0.2', 'any', 'Yes']]),
  );
  expect(upload).toMatchObject({
    suggestedMapping: {
      ...{
        'Consent Date': 'consentAt',
        xxTrustedFormCertUrl: 'consentCertificate',
        'Consent IP': 'consentIp',
      },
      ...{ IP: 'ip', 'Consent Channel': 'consentChannel', 'TCPA Text': 'consentText' },
    },
  });
});

test('a merge takes consents along, and its undo takes them back', async () => {
  const keep = await makeLead(user, {
    email: 'keep@example.com',
    consentChannel: 'phone',
    consentAt: '2025-01-01',
  });
  const other = await makeLead(user, { email: 'other@example.com' });
  await call(user, 'POST', `/api/leads/${other.id}/consents`, {
    ...{ channel: 'any', state: 'withdrawn', at: '2025-06-01T00:00:00Z' },
  });
  const { body } = await call<Lead & { undoId: string }>(user, 'POST', '/api/duplicates/merge', {
    ...{ keepId: keep.id, leadIds: [other.id], take: [] },
  });
  expect(body.consent).toEqual({
    ...NONE,
    ...Object.fromEntries(Object.keys(NONE).map((one) => [one, 'withdrawn'])),
  });
  expect(await consentsOf('keep')).toHaveLength(2);
  const undone = await call(user, 'POST', `/api/duplicates/merges/${body.undoId}/undo`);
  expect(undone.status).toBe(200);
  expect((await byEmail('keep'))?.consent).toEqual({ ...NONE, phone: 'given' });
  expect(await consentsOf('keep')).toHaveLength(1);
  expect(await consentsOf('other')).toHaveLength(1);
});
