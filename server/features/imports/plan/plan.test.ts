import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { csvFile, uploadFile } from '#tests/support/imports.ts';

// Plans that don't fit the file: both the import and its preview reject them before anything happens.

let app: TestApp;
let user: SignedIn;
let uploadId: string;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

const FILE = csvFile([
  ['email', 'phone', 'other', 'id'],
  ['a@example.com', '+447400123456', 'x', ''],
]);

beforeEach(async () => {
  ({ uploadId } = await uploadFile(user, FILE));
});

afterEach(async () => {
  const begun = [await count('imports'), await count('graphile_worker.jobs')];
  await emptyTables(app.context.db.owner, 'uploads, imports');
  expect(begun).toEqual([0, 0]);
});

async function count(table: string): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
  return rows[0]?.n ?? -1;
}

async function send(parts: [string, string | File][]): Promise<{ status: number; body: ErrorReply }> {
  const response = await user.send('/api/import-stream', { method: 'POST', body: formWith(parts) });
  return { status: response.status, body: (await response.json()) as ErrorReply };
}

type Fields = Record<string, unknown>;
const MAPPING = { email: 'email', phone: 'phone' };

describe('a plan is refused with what is wrong:', () => {
  test.each<[string, Fields, RegExp]>([
    ['a column that the file does not have', { fieldMapping: { mail: 'email' } }, /no column "mail"/],
    ['a field that does not exist', { fieldMapping: { email: 'mail' } }, /no lead field "mail"/],
    ['a field that no import may fill', { fieldMapping: { email: 'isSold' } }, /no lead field "isSold"/],
    [
      'a custom field that does not exist',
      { fieldMapping: { email: 'custom:Age' } },
      /no custom field "Age"/,
    ],
    [
      'two columns for one field',
      { fieldMapping: { email: 'email', other: 'email' } },
      /"email" and "other".*Email/,
    ],
    [
      'two targets for one field',
      { fieldMapping: { email: 'hlr', other: 'numberHlrStatus' } },
      /"email" and "other"/,
    ],
    ['no column at all', { fieldMapping: {} }, /Map at least one column/],
    [
      'the Lead ID in create mode',
      { fieldMapping: { id: 'id', email: 'email' } },
      /Lead ID.*when leads are updated/,
    ],
    [
      'a match field without a column',
      { fieldMapping: { email: 'email' }, importMode: { mode: 'update', matchField: 'phone' } },
      /^Map a column to Phone to match leads by it$/,
    ],
    [
      'a name column that the file does not have',
      { fieldMapping: MAPPING, nameSplitConfig: { column: 'name', enabled: true } },
      /no column "name"/,
    ],
  ])('%s', async (_case, fields, message) => {
    const parts = Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      JSON.stringify(value),
    ]);
    const refused = await send([['uploadId', uploadId], ...parts]);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ field: 'fieldMapping', message: expect.stringMatching(message) });

    const preview = await user.post<ErrorReply>('/api/imports/preview', { uploadId, ...fields });
    expect(preview.status).toBe(400);
    expect(preview.body.message).toBe(refused.body.message);
  });

  test.each<[string, string, string]>([
    ['a mode that does not exist', 'importMode', '{"mode":"replace"}'],
    ['update mode without a match field', 'importMode', '{"mode":"update"}'],
    ['a match field that does not exist', 'importMode', '{"mode":"update","matchField":"city"}'],
    ['tags that are no list', 'manualTags', '"vip"'],
    ['tags that are no texts', 'manualTags', '[1]'],
    ['a default country that is none', 'options', '{"defaultCountry":"England"}'],
    ['a policy that does not exist', 'options', '{"updatePolicy":"merge"}'],
    ['a name column without a name', 'nameSplitConfig', '{"enabled":true}'],
    ['JSON that is none', 'manualTags', '[vip]'],
    ['a mapping that is a list', 'fieldMapping', '["email"]'],
    ['a mapping to numbers', 'fieldMapping', '{"email":1}'],
    ['a mapping that is no JSON', 'fieldMapping', 'email=email'],
    ['an empty mapping', 'fieldMapping', ''],
  ])('%s', async (_case, name, text) => {
    const fields = { fieldMapping: JSON.stringify(MAPPING), [name]: text };
    const { status, body } = await send([['uploadId', uploadId], ...Object.entries(fields)]);
    expect(status).toBe(400);
    expect(body.field).toMatch(new RegExp(`^${name}`));
    expect(body.message).toContain(name);
  });

  test('none at all', async () => {
    expect(await send([['uploadId', uploadId]])).toMatchObject({
      status: 400,
      body: { field: 'fieldMapping' },
    });
  });

  test('a sheet that the file does not have', async () => {
    const options = JSON.stringify({ sheet: 'Leads' });
    const refused = await send([
      ['uploadId', uploadId],
      ['fieldMapping', JSON.stringify(MAPPING)],
      ['options', options],
    ]);
    expect(refused).toMatchObject({ status: 400, body: { field: 'options.sheet' } });
  });

  test('a field that is too long', async () => {
    const tags = JSON.stringify(['x'.repeat(1024 * 1024)]);
    const refused = await send([
      ['uploadId', uploadId],
      ['manualTags', tags],
    ]);
    expect(refused).toMatchObject({ status: 413, body: { field: 'manualTags' } });
  });

  test('a field that comes twice', async () => {
    const mapping: [string, string] = ['fieldMapping', JSON.stringify(MAPPING)];
    expect(await send([mapping, mapping])).toMatchObject({ status: 400, body: { field: 'fieldMapping' } });
  });

  test('a part that nobody knows', async () => {
    expect(await send([['mapping', '{}']])).toMatchObject({ status: 400, body: { field: 'mapping' } });
  });
});

describe('the file of a refused plan', () => {
  test('is not kept when it came with the plan', async () => {
    await emptyTables(app.context.db.owner, 'uploads');
    for (const mapping of ['{"mail":"email"}', 'nonsense']) {
      const refused = await send([
        ['file', FILE],
        ['fieldMapping', mapping],
      ]);
      expect(refused.status).toBe(400);
      expect(await count('uploads')).toBe(0);
    }
  });

  test('is kept when it was uploaded before', async () => {
    await send([
      ['uploadId', uploadId],
      ['fieldMapping', '{"mail":"email"}'],
    ]);
    expect(await count('uploads')).toBe(1);
  });
});

describe('an upload', () => {
  const mapping: [string, string] = ['fieldMapping', JSON.stringify(MAPPING)];

  test.each([
    ['that does not exist', '00000000-0000-7000-8000-000000000000'],
    ['whose id is none', 'nonsense'],
    ['whose id is empty', ''],
  ])('%s is not found', async (_case, id) => {
    const refused = await send([['uploadId', id], mapping]);
    expect(refused).toMatchObject({
      status: 404,
      body: { field: 'uploadId', message: 'Upload not found. It may have expired; upload the file again.' },
    });
  });

  test('of another organization is not found', async () => {
    const other = await signUp(app.url);
    const body = formWith([['uploadId', uploadId], mapping]);
    const response = await other.send('/api/import-stream', { method: 'POST', body });
    expect(response.status).toBe(404);
    const preview = await other.post('/api/imports/preview', { uploadId, fieldMapping: MAPPING });
    expect(preview.status).toBe(404);
  });

  test('that was never read to its end is not found', async () => {
    await app.context.db.owner.query('UPDATE uploads SET format = NULL');
    expect((await send([['uploadId', uploadId], mapping])).status).toBe(404);
  });

  test('has to be there, or a file', async () => {
    expect(await send([mapping])).toMatchObject({ status: 400, body: { field: 'file' } });
  });
});

test('a form of another type is not taken', async () => {
  const { status } = await user.post('/api/import-stream', { fieldMapping: MAPPING });
  expect(status).toBe(415);
});

describe('a preview', () => {
  test('numbers rows as they stand in the file, blank ones counted', async () => {
    const upload = await uploadFile(user, csvFile([['email'], ['a@x.example'], [''], ['b@x.example']]));
    const { body } = await user.post<{ rows: { number: number }[] }>('/api/imports/preview', {
      uploadId: upload.uploadId,
      fieldMapping: { email: 'email' },
    });
    expect(body.rows.map((row) => row.number)).toEqual([2, 4]);
  });

  test('warns of a phone that is kept as typed', async () => {
    const upload = await uploadFile(user, csvFile([['phone'], ['555 1234']]));
    const { body } = await user.post('/api/imports/preview', {
      uploadId: upload.uploadId,
      fieldMapping: { phone: 'phone' },
    });
    const problem = { severity: 'warning', code: 'invalid_phone', column: 'phone', value: '555 1234' };
    expect(body).toMatchObject({ rows: [{ values: { phone: '555 1234' }, problems: [problem] }] });
  });

  test('shows what rows would become, and what is wrong with them', async () => {
    const upload = await uploadFile(
      user,
      csvFile([
        ['email', 'phone', 'country', 'name', 'born', 'paid'],
        ['Ada@Example.com', '020 7946 0958', 'UK', 'Ada King Lovelace', '31/12/1999', '1.234,50'],
        ['broken', '', '', '', '05/04/1999', 'much'],
      ]),
    );
    const { status, body } = await user.post('/api/imports/preview', {
      uploadId: upload.uploadId,
      fieldMapping: {
        email: 'email',
        phone: 'phone',
        country: 'country',
        born: 'depositDate',
        paid: 'depositAmount',
      },
      nameSplitConfig: { column: 'name', enabled: true },
      manualTags: ['vip'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rows: [
        {
          number: 2,
          values: {
            email: 'ada@example.com',
            phone: '+442079460958',
            country: 'United Kingdom',
            firstName: 'Ada King',
            lastName: 'Lovelace',
            depositDate: '1999-12-31',
            depositAmount: '1234.50',
            tags: 'vip',
          },
          problems: [],
        },
        {
          number: 3,
          values: { depositDate: '1999-04-05', tags: 'vip' },
          problems: [
            { severity: 'warning', field: 'depositAmount', value: 'much' },
            { severity: 'error', field: 'email', value: 'broken', code: 'invalid_email' },
          ],
        },
      ],
    });
  });

  test('shows as many rows as asked for', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => [`lead-${n}@example.com`]);
    const upload = await uploadFile(user, csvFile([['email'], ...rows]));
    const lengths = await Promise.all(
      [undefined, 1, 100].map(async (count) => {
        const { body } = await user.post<{ rows: unknown[] }>('/api/imports/preview', {
          uploadId: upload.uploadId,
          fieldMapping: { email: 'email' },
          rows: count,
        });
        return body.rows.length;
      }),
    );
    expect(lengths).toEqual([20, 1, 100]);
  });

  test('writes nothing', async () => {
    await user.post('/api/imports/preview', { uploadId, fieldMapping: MAPPING });
    expect([await count('leads'), await count('imports')]).toEqual([0, 0]);
  });
});
