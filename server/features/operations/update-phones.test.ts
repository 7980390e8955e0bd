import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { PhoneChange, PhoneUpdateReply } from '#contract/phones.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, readLeadDetail, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { sendStatusUpdate, statusUpdateReport } from '#tests/support/status-updates.ts';

let app: TestApp;
let user: SignedIn;
let leads: Lead[];

const NOBODY = '0198c0de-0000-7000-8000-000000000000';
const PATH = '/api/leads/update-phones-csv';

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  const made = [
    { firstName: 'Anna', lastName: 'A', phone: '+4930901820', country: 'Germany' },
    { firstName: 'Bruno', phone: 'nonsense 1', country: 'Germany' },
    { phone: '+442079460958' },
    { email: 'no@example.com', country: 'France' },
  ];
  leads = [];
  for (const input of made) leads.push(await makeLead(user, input));
});

const idOf = (index: number): string => leads[index]?.id ?? '';
const file = (...rows: string[][]): File => csvFile([['lead_id', 'phone'], ...rows], 'phones.csv');
const update = (rows: File | null) =>
  sendStatusUpdate<PhoneUpdateReply & { message: string; error: string; field: string }>(user, PATH, rows);
const preview = (rows: File) =>
  sendStatusUpdate<PhoneUpdateReply & { rows: PhoneChange[] }>(user, `${PATH}/preview`, rows);

async function phones(): Promise<unknown[]> {
  return (await leadsOf(user)).map(({ phone, numberValid }) => [phone, numberValid]);
}

describe('new phones from a file', () => {
  const rows = (): string[][] => [
    [idOf(0), '030 901821'],
    [idOf(1).toUpperCase(), '0049 30 901822'],
    [idOf(2), '+442079460958'],
    [NOBODY, '+4930901823'],
    ['12', '+4930901823'],
    ['', '+4930901823'],
    [idOf(3), ''],
    [idOf(3), '12'],
    [idOf(3), '+44 20 7946 0958'],
  ];

  test('are read with the country of their lead; every row counts once', async () => {
    const before = await phones();
    const shown = await preview(file(...rows()));
    expect(shown.body).toEqual({
      updated: 2,
      unchanged: 1,
      notFound: 1,
      totalProcessed: 9,
      invalidRows: 4,
      conflicts: 1,
      suppressed: 0,
      rows: [
        {
          leadId: idOf(0),
          name: 'Anna A',
          country: 'Germany',
          before: '+4930901820',
          after: '+4930901821',
          outcome: 'change',
        },
        {
          leadId: idOf(1),
          name: 'Bruno',
          country: 'Germany',
          before: 'nonsense 1',
          after: '+4930901822',
          outcome: 'change',
        },
        {
          leadId: idOf(3),
          name: '',
          country: 'France',
          before: null,
          after: '+442079460958',
          outcome: 'conflict',
        },
      ],
    });
    expect(await phones()).toEqual(before);

    const { status, body } = await update(file(...rows()));
    expect([status, body]).toEqual([
      200,
      {
        updated: 2,
        unchanged: 1,
        notFound: 1,
        totalProcessed: 9,
        invalidRows: 4,
        conflicts: 1,
        suppressed: 0,
        operationId: expect.any(String),
      },
    ]);
    expect(await phones()).toEqual([
      ['+4930901821', true],
      ['+4930901822', true],
      ['+442079460958', true],
      [null, false],
    ]);
    expect(
      (await statusUpdateReport(user, body.operationId)).slice(1).map((row) => [row[0], row[3]]),
    ).toEqual([
      ['5', 'not found'],
      ['6', 'invalid'],
      ['7', 'invalid'],
      ['8', 'invalid'],
      ['9', 'invalid'],
      ['10', 'conflict'],
      ['4', 'unchanged'],
    ]);
    expect((await readLeadDetail(user, idOf(1))).events[0]).toMatchObject({
      kind: 'bulk',
      changes: [
        { field: 'phone', before: 'nonsense 1', after: '+4930901822' },
        { field: 'numberValid', before: false, after: true },
      ],
    });
    expect(await auditOf(app, user.user.organizationId, 'update_phones')).toMatchObject([
      {
        resource: body.operationId,
        details: { list: 'phones.csv', total: 9, changed: 2, conflict: 1, invalid: 4 },
      },
    ]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('can be undone, exactly', async () => {
    const before = await phones();
    const { body } = await update(file(...rows()));
    expect(await runUndoCall(user, body.operationId)).toMatchObject({ total: 2, changed: 2, refused: 0 });
    expect(await phones()).toEqual(before);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('may pass numbers on: a row finds a number free that one before it gave up', async () => {
    const before = await phones();
    const list = () => file([idOf(0), '+4930901829'], [idOf(1), '+4930901820'], [idOf(0), '+4930901828']);
    expect((await preview(list())).body).toMatchObject({ updated: 2, conflicts: 1 });
    const { body } = await update(list());
    expect(body).toMatchObject({ updated: 2, conflicts: 1 });
    expect((await phones()).slice(0, 2)).toEqual([
      ['+4930901829', true],
      ['+4930901820', true],
    ]);
    expect(await runUndoCall(user, body.operationId)).toMatchObject({ changed: 2, refused: 0 });
    expect(await phones()).toEqual(before);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('are previewed as they are carried out, however long the list', async () => {
    const unknown = (count: number): string[][] =>
      Array.from({ length: count }, () => [NOBODY, '+4930901811']);
    const list = () =>
      file(
        [idOf(0), '+4930901829'],
        ...unknown(2_500),
        [idOf(1), '+4930901820'],
        [idOf(3), '+4930901829'],
        ...unknown(2_500),
        [idOf(0), '+4930901828'],
        [idOf(1), '+4930901820'],
      );
    const counts = { updated: 2, unchanged: 1, notFound: 5_000, totalProcessed: 5_005, conflicts: 2 };
    const shown = await preview(list());
    expect(shown.body).toMatchObject({ ...counts, invalidRows: 0 });
    expect(shown.body.rows.map(({ after, outcome }) => [after, outcome])).toEqual([
      ['+4930901829', 'change'],
      ['+4930901820', 'change'],
      ['+4930901829', 'conflict'],
      ['+4930901828', 'conflict'],
    ]);
    expect((await update(list())).body).toMatchObject({ ...counts, invalidRows: 0 });
  });

  test("are not undone where the old number is another lead's now, or the lead changed", async () => {
    const { body } = await update(
      file([idOf(0), '+4930901829'], [idOf(1), '+4930901828'], [idOf(2), '+4930901827']),
    );
    await makeLead(user, { phone: '+4930901820' });
    await call(user, 'PATCH', `/api/leads/${idOf(1)}`, { city: 'Rome' });
    expect(await runUndoCall(user, body.operationId)).toMatchObject({ total: 3, changed: 1, refused: 2 });
    expect((await phones()).slice(0, 3)).toEqual([
      ['+4930901829', true],
      ['+4930901828', true],
      ['+442079460958', true],
    ]);
  });

  test.each([
    ['leadId', 'Phone Number'],
    ['LeadID', 'phone_number'],
    ['ID', 'PhoneNumber'],
    [' id ', 'PHONE'],
    ['id', 'Handynummer'],
    ['Lead-Id', 'phone-number'],
  ])('come in columns named %s and %s', async (id, phone) => {
    const rows = [
      ['name', phone, id],
      ['x', '030901825', idOf(0)],
    ];
    expect((await update(csvFile(rows))).body).toMatchObject({ updated: 1, totalProcessed: 1 });
  });

  const BOTH =
    'The file has no Lead ID column (lead_id, leadId, LeadID, ID or id) and no Phone column (phone, Phone Number, phone_number or PhoneNumber)';

  test.each([
    [
      'no phone column',
      [
        ['id', 'town'],
        ['x', 'y'],
      ],
      BOTH.replace(/Lead ID column .* and no /, ''),
    ],
    [
      'no id column',
      [
        ['lead', 'phone'],
        ['x', 'y'],
      ],
      BOTH.replace(/ and no .*/, ''),
    ],
    [
      'neither',
      [
        ['a', 'b'],
        ['x', 'y'],
      ],
      BOTH,
    ],
    ['no rows', [['id', 'phone']], 'The file has no rows below its header'],
    ['nothing', [], 'The file is empty. Choose another file.'],
  ])('are refused with %s, in words that are in error too', async (_name, rows, message) => {
    for (const { status, body } of [await update(csvFile(rows)), await preview(csvFile(rows))]) {
      expect([status, body]).toEqual([
        400,
        { message, error: message, field: 'file', requestId: expect.any(String) },
      ]);
    }
  });

  test('are refused without a file, as no form, and from a broken workbook', async () => {
    const none = await update(null);
    expect([none.status, none.body.error]).toEqual([400, none.body.message]);
    const json = await call<{ error: string }>(user, 'POST', PATH, {});
    expect([json.status, json.body.error]).toEqual([415, 'Send the file as multipart/form-data']);
    const broken = await update(new File(['PK\u0003\u0004 no workbook'], 'x.xlsx'));
    expect([broken.status, broken.body.error]).toEqual([400, broken.body.message]);
    const { rows } = await app.context.db.owner.query('SELECT FROM uploads');
    expect(rows).toEqual([]);
  });

  test('touch nothing of another organization, and nothing for a visitor', async () => {
    const stranger = await signUp(app.url);
    const theirs = await makeLead(stranger, { phone: '+33612345678' });
    const { body } = await update(file([theirs.id, '+33612345679'], [idOf(0), '+33612345678']));
    expect(body).toMatchObject({ updated: 1, notFound: 1 });
    expect((await readLeadDetail(stranger, theirs.id)).phone).toBe('+33612345678');
    const { status, body: refused } = await sendStatusUpdate(
      app.anonymous,
      PATH,
      file([idOf(0), '+33612345678']),
    );
    expect([status, refused['error']]).toEqual([401, 'Sign in to continue']);
  });
});
