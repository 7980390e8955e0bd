import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WRITTEN_FIELDS } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { autoMap } from '../../lead/mapping/auto-map.ts';
import { newId } from '../../platform/ids.ts';

// An export re-imports without changing anything, whatever values the leads hold.

const LEADS = 60;
const CUSTOM = [
  ['Plan', 'text'],
  ['Score', 'number'],
  ['Joined', 'date'],
  ['Opted in', 'boolean'],
  ['=Risk, "high"', 'text'],
] as const;
const TEXT_KINDS: ReadonlySet<string> = new Set(['text', 'status', 'country']);
const TEXT_KEYS = WRITTEN_FIELDS.filter(({ kind }) => TEXT_KINDS.has(kind)).map(({ key }) => key);

const piece = fc.constantFrom(
  ...[
    "'",
    "''",
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\\',
    '\\N',
    '\\.',
    '_x000D_',
  ],
  ...[
    '_x00',
    '_x0041',
    '&',
    '&amp;',
    '<b>',
    ']]>',
    'SUM(A1)',
    '+447911123456',
    '007',
    '1.234',
    'é',
    '😀',
    '\ufffe',
    '\u0001',
  ],
  ...['null', 'NULL', 'true', 'x', 'Zürich', '\u00a0', '\u2028', '\ufeff', '%', '|', '{a}', '$1', 'sep=;'],
);
const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 6 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: '', freq: 3 });
const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
const amount = fc.tuple(fc.boolean(), fc.bigInt(0n, 99_999_999_999_999n)).map(([negative, cents]) => {
  const digits = cents.toString().padStart(3, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
});
const number = fc.oneof(
  fc.integer({ min: -999_999_999, max: 999_999_999 }).map(String),
  fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => (n / 1000).toFixed(3)),
  fc.integer({ min: 1, max: 99_999_999 }).map((n) => (n / 1e9).toFixed(9)),
);
const row = fc.record({
  texts: fc.array(maybe(nasty), { minLength: TEXT_KEYS.length, maxLength: TEXT_KEYS.length }),
  phone: fc.constantFrom('', '+447911123456', '0151 23', '4.47E+11', "'=1"),
  prefix: fc.constantFrom('', '=', '+', "'", "'=", '-'),
  amount: maybe(amount),
  date: maybe(day.map((one) => one.toISOString().slice(0, 10))),
  ip: fc.constantFrom('', '10.0.0.1', '2001:db8::1'),
  tags: fc.array(nasty, { maxLength: 3 }).map((tags) => tags.join(',')),
  plan: maybe(nasty),
  score: maybe(number),
  joined: maybe(day.map((one) => one.toISOString().slice(0, 10))),
  opted: fc.constantFrom('', 'yes', 'no'),
  risk: maybe(nasty),
});

const COLUMNS = [...TEXT_KEYS, 'phone', 'email', 'depositAmount', 'depositDate', 'ip', 'tags'];
const TARGETS = [...COLUMNS, ...CUSTOM.map(([name]) => `custom:${name}`)];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Creates an organization with the custom fields. */
async function organization(): Promise<SignedIn> {
  const user = await signUp(app.url);
  for (const [name, type] of CUSTOM) {
    await app.context.db.owner.query(
      'INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, $2, $3, $4)',
      [user.user.organizationId, newId(), name, type],
    );
  }
  return user;
}

async function exported(user: SignedIn, format: 'csv' | 'xlsx'): Promise<File> {
  const response = await user.send(`/api/leads/export?limit=all&format=${format}`, {});
  expect(response.status).toBe(200);
  return fileOf(`export.${format}`, new Uint8Array(await response.arrayBuffer()));
}

/** Returns every field that an import sets, keyed by email. */
function values(leads: readonly Lead[]): [string, Partial<Lead>][] {
  return leads
    .map(({ id: _id, importId: _import, createdAt: _created, ...rest }): [string, Partial<Lead>] => [
      rest.email ?? '',
      rest,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Builds a file from rows with distinct emails, of which only the first has a valid phone. */
function file(rows: readonly (typeof row extends fc.Arbitrary<infer R> ? R : never)[]): File {
  const cells = rows.map((one, n) => [
    ...one.texts,
    one.phone.startsWith('+') && n > 0 ? '' : one.phone,
    `${one.prefix}lead-${n}@example.com`,
    one.amount,
    one.date,
    one.ip,
    one.tags,
    one.plan,
    one.score,
    one.joined,
    one.opted,
    one.risk,
  ]);
  return csvFile([TARGETS.map((_, n) => `C${n}`), ...cells.map((all) => all.map(typedText))]);
}

/**
 * Returns the cell as a user would type it: a text that an import would mistake for an export's formula guard gets one
 * more apostrophe.
 */
function typedText(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

test.each(['csv', 'xlsx'] as const)('an export in %s imports again and changes nothing', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: LEADS, maxLength: LEADS }), async (rows) => {
      const user = await organization();
      const mapping = Object.fromEntries(TARGETS.map((target, n) => [`C${n}`, target]));
      const first = await importLeads(user, file(rows), { fieldMapping: mapping });
      const before = await leadsOf(user);
      expect(before.length).toBe(first.stats.imported);
      expect(before.length).toBeGreaterThan(LEADS / 2);
      const out = await exported(user, format);
      const upload = await uploadFile(user, out);
      expect(upload.totalRows).toBe(before.length);

      const again = await importLeads(user, upload.uploadId, { fieldMapping: upload.suggestedMapping });
      expect(again.stats).toMatchObject({ imported: 0, duplicates: before.length, errors: 0 });
      const customs = CUSTOM.map(([name]) => ({ name }));
      const byId = autoMap(upload.columns, customs, { mode: 'update' }).mapping;
      const update = await importLeads(user, upload.uploadId, {
        fieldMapping: byId,
        importMode: { mode: 'update', matchField: 'id' },
      });
      expect(update.stats).toMatchObject({ updated: 0, skipped: before.length, errors: 0 });
      expect(await leadsOf(user)).toEqual(before);

      const other = await organization();
      const copied = await importLeads(other, out, { fieldMapping: upload.suggestedMapping });
      expect(copied.stats).toMatchObject({ imported: before.length, errors: 0 });
      expect(values(await leadsOf(other))).toEqual(values(before));
    }),
    // Shrinking 60 rows of imports would take hours.
    { numRuns: 6, endOnFailure: true },
  );
});
