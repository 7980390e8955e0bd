import { read as readWorkbook, utils } from '@e965/xlsx';
import { beforeAll, expect, test } from 'vitest';
import type { Lead, LeadDetail } from '#contract/leads.ts';
import type { TestApp } from '#tests/support/app.ts';
import { call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, editGrid } from '#tests/support/grids.ts';
import { checkUpload, csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';
import { undoneImport } from '#tests/support/undo.ts';

/** A plain text field to follow. */
export interface FollowedField {
  key: string;
  label: string;
  example: string;
}

/** A server, and the fields to follow through it. */
export interface FieldServer {
  app: TestApp;
  fields: readonly FollowedField[];
}

type Values = Record<string, string | null>;

/** Leads of a batch of the public API from which on it is written by another statement. */
const LARGE_BATCH = 120;

/** Registers a test for every way of a plain text field into a lead and out of it. */
export function followFields(server: () => FieldServer): void {
  let user: SignedIn;
  let program: Program;

  beforeAll(async () => {
    user = await signUp(server().app.url);
    program = programOf(server().app.url, await tokenFor(user));
  });

  const valuesOf = (word: string): Record<string, string> =>
    Object.fromEntries(server().fields.map(({ key, label }) => [key, `${label} ${word}`]));
  const held = (lead: object): Values =>
    Object.fromEntries(server().fields.map(({ key }) => [key, lead[key as keyof typeof lead] ?? null]));
  const nothing = (): Values => held({});
  const leadOf = async (email: string): Promise<Lead> => {
    const lead = (await leadsOf(user)).find((one) => one.email === email);
    if (lead === undefined) throw new Error(`There is no lead ${email}`);
    return lead;
  };
  const file = (email: string, word: string): File => {
    const { fields } = server();
    return csvFile([
      ['Email', ...fields.map(({ label }) => label)],
      [email, ...fields.map(({ key }) => valuesOf(word)[key] ?? '')],
    ]);
  };

  /** The newest point of a lead's timeline that tells of each field, with what it was and became. */
  const recorded = ({ events }: LeadDetail): Record<string, unknown[]> => {
    const [newest] = events.filter(({ changes }) => changes.length > 0);
    const all = (newest?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]);
    const byField = Object.fromEntries(all) as Record<string, unknown[]>;
    return Object.fromEntries(server().fields.map(({ key }) => [key, byField[key] ?? []]));
  };
  const expectRecorded = (lead: LeadDetail, before: Values, after: Values): void => {
    const expected = server().fields.map(({ key }) => [key, [before[key], after[key]]]);
    expect(recorded(lead)).toEqual(Object.fromEntries(expected));
  };

  test('import: mapped by its label, previewed, dry-run and created', async () => {
    const upload = await uploadFile(user, file('made@example.com', 'one'));
    const targets = server().fields.map(({ key, label }) => [label, key]);
    expect(upload.suggestedMapping).toEqual({ Email: 'email', ...Object.fromEntries(targets) });

    const plan = { fieldMapping: upload.suggestedMapping };
    const preview = await user.post<{ rows: { values: Values }[] }>('/api/imports/preview', {
      uploadId: upload.uploadId,
      ...plan,
    });
    expect(preview.body.rows[0]?.values).toMatchObject(valuesOf('one'));
    const last = (await checkUpload(user, upload.uploadId, plan)).at(-1);
    expect(last).toMatchObject({ type: 'complete', forecast: { imported: 1, errors: 0, warnings: 0 } });

    await importLeads(user, upload.uploadId, plan);
    expect(held(await leadOf('made@example.com'))).toEqual(valuesOf('one'));
  });

  test('import: its own key is a target as well', async () => {
    const { fields } = server();
    const upload = await uploadFile(user, csvFile([fields.map(({ key }) => key), fields.map(() => 'x')]));
    const targets = fields.map(({ key }) => [key, key]);
    expect(upload.suggestedMapping).toEqual(Object.fromEntries(targets));
  });

  test('import: a text that is too long is reported and left out', async () => {
    const { fields } = server();
    const long = csvFile([
      ['Email', ...fields.map(({ label }) => label)],
      ['long@example.com', ...fields.map(() => 'x'.repeat(2_001))],
    ]);
    const upload = await uploadFile(user, long);
    const { stats } = await importLeads(user, upload.uploadId, { fieldMapping: upload.suggestedMapping });
    expect(stats).toMatchObject({ imported: 1 });
    expect(held(await leadOf('long@example.com'))).toEqual(nothing());
  });

  test.each(['update', 'createOrUpdate'])(
    'import: recorded on the timeline and undone by %s',
    async (mode) => {
      const email = `${mode}@example.com`;
      const { id } = await makeLead(user, { email, ...valuesOf('one') });
      const upload = await uploadFile(user, file(email, 'two'));
      const { importId, stats } = await importLeads(user, upload.uploadId, {
        fieldMapping: upload.suggestedMapping,
        importMode: { mode, matchField: 'email' },
      });
      expect(stats).toMatchObject({ updated: 1 });
      const updated = await readLeadDetail(user, id);
      expect(held(updated)).toEqual(valuesOf('two'));
      expectRecorded(updated, valuesOf('one'), valuesOf('two'));

      await undoneImport(user, importId);
      const restored = await readLeadDetail(user, id);
      expect(held(restored)).toEqual(valuesOf('one'));
      expectRecorded(restored, valuesOf('two'), valuesOf('one'));
    },
  );

  test('import: edited in the grid before', async () => {
    const { uploadId, suggestedMapping } = await uploadFile(user, file('fixed@example.com', 'one'));
    const plan = { fieldMapping: suggestedMapping };
    await checkGrid(user, uploadId, plan);
    for (const { key, label } of server().fields) {
      await editGrid(user, uploadId, [2, label, valuesOf('two')[key] ?? '']);
    }
    await importLeads(user, uploadId, plan);
    expect(held(await leadOf('fixed@example.com'))).toEqual(valuesOf('two'));
  });

  test('import: an update that fills empty fields leaves it alone where it has a value', async () => {
    await makeLead(user, { email: 'kept@example.com', ...valuesOf('one') });
    await makeLead(user, { email: 'filled@example.com' });
    for (const email of ['kept@example.com', 'filled@example.com']) {
      const upload = await uploadFile(user, file(email, 'two'));
      await importLeads(user, upload.uploadId, {
        fieldMapping: upload.suggestedMapping,
        importMode: { mode: 'update', matchField: 'email' },
        options: { updatePolicy: 'fillEmpty' },
      });
    }
    expect(held(await leadOf('kept@example.com'))).toEqual(valuesOf('one'));
    expect(held(await leadOf('filled@example.com'))).toEqual(valuesOf('two'));
  });

  test('edit: made by hand, listed, read, changed, guarded against conflicts and emptied', async () => {
    const made = await makeLead(user, { email: 'edited@example.com', ...valuesOf('one') });
    expect(held(made)).toEqual(valuesOf('one'));
    expect(held(await leadOf('edited@example.com'))).toEqual(valuesOf('one'));
    const path = `/api/leads/${made.id}`;
    const edited = await call<LeadDetail>(user, 'PATCH', path, {
      ...valuesOf('two'),
      expected: valuesOf('one'),
    });
    expect([edited.status, held(edited.body)]).toEqual([200, valuesOf('two')]);
    expectRecorded(edited.body, valuesOf('one'), valuesOf('two'));

    for (const { key, label } of server().fields) {
      const stale = await call<{ message: string; current: Values }>(user, 'PATCH', path, {
        [key]: 'three',
        expected: { [key]: `${label} one` },
      });
      expect(stale).toMatchObject({ status: 409, body: { current: { [key]: `${label} two` } } });
      expect(stale.body.message).toContain(label);
    }
    const emptied = await call<LeadDetail>(user, 'PATCH', path, nothing());
    expect(held(emptied.body)).toEqual(nothing());
    expectRecorded(emptied.body, valuesOf('two'), nothing());
  });

  test.each(['csv', 'xlsx'])('export: a column of its own in %s', async (format) => {
    await makeLead(user, { email: `${format}@example.com`, ...valuesOf(format) });
    const search = encodeURIComponent(`${format}@example.com`);
    const response = await user.send(`/api/leads/export?limit=all&search=${search}&format=${format}`, {});
    expect(response.status).toBe(200);
    const book = readWorkbook(new Uint8Array(await response.arrayBuffer()), { raw: true });
    const [sheet = {}] = Object.values(book.Sheets);
    const [row = {}] = utils.sheet_to_json<Record<string, string>>(sheet, { defval: '' });
    const cells = server().fields.map(({ key, label }) => [key, row[label]]);
    expect(Object.fromEntries(cells)).toEqual(valuesOf(format));
  });

  test('public API: created, updated and listed', async () => {
    const email = 'program@example.com';
    const created = await program.call('POST', '/leads', { email, ...valuesOf('one') });
    expect(created.status).toBe(201);
    expect(held(await leadOf(email))).toEqual(valuesOf('one'));
    const updated = await program.call('PATCH', '/leads', { identifier: { email }, data: valuesOf('two') });
    expect(updated.status).toBe(200);
    const { body } = await program.call<{ leads: Lead[] }>('GET', '/leads');
    expect(body.leads.filter((lead) => lead.email === email).map(held)).toEqual([valuesOf('two')]);
    for (const { key } of server().fields) {
      const refused = await program.call('POST', '/leads', { email: 'x@example.com', [key]: 7 });
      expect(refused).toMatchObject({ status: 400, body: { field: key } });
    }
  });

  test.each([2, LARGE_BATCH])('public API: created in a batch of %i', async (size) => {
    const emails = Array.from({ length: size }, (_, n) => `batch-${size}-${n}@example.com`);
    const leads = emails.map((email) => ({ email, ...valuesOf(email) }));
    const { status } = await program.call('POST', '/leads/batch', { leads });
    expect(status).toBe(200);
    const stored = new Map((await leadsOf(user)).map((lead) => [lead.email, held(lead)]));
    expect(emails.map((email) => stored.get(email))).toEqual(emails.map(valuesOf));
  });

  test('public API: documented with its example', async () => {
    const { body } = await program.call<OpenApi>('GET', '/openapi.json');
    const { get, post, patch } = body.paths['/leads'];
    const batch = body.paths['/leads/batch'].post;
    const sent = [
      schemaIn(post.requestBody).properties,
      schemaIn(patch.requestBody).properties?.['data']?.properties,
      schemaIn(batch.requestBody).properties?.['leads']?.items?.properties,
    ];
    for (const { key, example } of server().fields) {
      for (const properties of sent) {
        expect(properties?.[key]).toMatchObject({ description: expect.any(String), examples: [example] });
      }
      const listed = get.responses['200'];
      expect(schemaIn(listed).properties?.['leads']?.items?.properties).toHaveProperty(key);
      const { leads } = listed.content['application/json'].example as { leads: Values[] };
      expect(leads[0]).toHaveProperty(key, example);
    }
  });

  test('merge: an empty field is filled, a field that is asked for is taken, the timeline tells of it', async () => {
    const full = await makeLead(user, { email: 'full@example.com', ...valuesOf('full') });
    const empty = await makeLead(user, { email: 'empty@example.com' });
    const rival = await makeLead(user, { email: 'rival@example.com', ...valuesOf('rival') });
    const merge = (keepId: string, mergeId: string, take: string[] = []) =>
      call<Lead>(user, 'POST', '/api/duplicates/merge', { keepId, leadIds: [mergeId], take });
    expect(held((await merge(empty.id, full.id)).body)).toEqual(valuesOf('full'));
    expectRecorded(await readLeadDetail(user, empty.id), nothing(), valuesOf('full'));
    const taken = await merge(
      empty.id,
      rival.id,
      server().fields.map(({ key }) => key),
    );
    expect(held(taken.body)).toEqual(valuesOf('rival'));
    expectRecorded(await readLeadDetail(user, empty.id), valuesOf('full'), valuesOf('rival'));
  });
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

interface Content {
  content: { 'application/json': { schema: JsonSchema; example: unknown } };
}

interface OpenApi {
  paths: Record<
    '/leads' | '/leads/batch',
    Record<'get' | 'post' | 'patch', { requestBody: Content; responses: Record<'200', Content> }>
  >;
}

function schemaIn({ content }: Content): JsonSchema {
  return content['application/json'].schema;
}
