import { read as readWorkbook, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditLog } from '#contract/audit-logs.ts';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { Lead, LeadDetail, LeadNote } from '#contract/leads.ts';
import { stripGuard } from '#packages/tabular/tabular.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead, runBulkCall } from '#tests/support/calls.ts';
import { fileOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts';
import { importLeads } from '#tests/support/imports.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';

// Text that would be a statement, a page or a formula elsewhere is text here: stored as it was given, and given back
// so that nothing takes it for anything else.

/** Fields that hold any text; what they are called in an export. */
const TEXT_FIELDS = LEAD_FIELDS.filter(
  ({ kind, importable }) => importable && (kind === 'text' || kind === 'status'),
);
/** A spreadsheet runs a cell that begins so. */
const RUNS = /^[=+\-@\t\r]/;
const E164 = /^\+[1-9]\d{6,14}$/;
/** The name of a custom field is a heading of the export. */
const CUSTOM = '=<b>"Plan"</b>, \'x\'';

let app: TestApp;
let admin: SignedIn;
/** The lead that holds each text, by the text. */
const ids = new Map<string, string>();

const idOf = (text: string): string => ids.get(text) ?? '';

const valuesOf = (text: string): Record<string, unknown> => ({
  ...Object.fromEntries(TEXT_FIELDS.flatMap(({ key }) => (key === 'customerNumber' ? [] : [[key, text]]))),
  customData: { [CUSTOM]: text },
});

beforeAll(async () => {
  app = await startTestApp();
  admin = await signUp(app.url, 'hostile texts');
  await admin.post('/api/custom-fields', { name: CUSTOM, type: 'text' });
  const program = programOf(app.url, await tokenFor(admin));
  for (const name of HOSTILE_TEXTS) {
    const { status } = await admin.post('/api/lead-statuses', { name });
    expect([name, status]).toEqual([name, 201]);
  }
  // One half by programs, the other by hand.
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const input = { email: `hostile${index}@example.com`, ...valuesOf(text) };
    if (index % 2 === 0) {
      ids.set(text, (await makeLead(admin, input)).id);
    } else {
      const { status, body } = await program.call<{ lead: Lead }>('POST', '/leads', input);
      expect([text, status]).toEqual([text, 201]);
      ids.set(text, body.lead.id);
    }
    await runBulkCall(admin, { ids: [idOf(text)] }, { type: 'markSold', customerNumber: text });
  }
});

afterAll(() => app.close());

describe.each(HOSTILE_TEXTS)('%j', (text) => {
  test('comes back from a lead, its custom field and its timeline as it was given', async () => {
    const { body } = await admin.get<LeadDetail>(`/api/leads/${idOf(text)}`);
    for (const { key } of TEXT_FIELDS) expect([key, body[key as keyof LeadDetail]]).toEqual([key, text]);
    expect(body.customData).toEqual({ [CUSTOM]: text });
  });

  test('is found by search and by filter, and finds nothing else', async () => {
    const ask = async (query: Record<string, string>) => {
      const { status, body } = await admin.get<{ leads: Lead[] }>(`/api/leads?${new URLSearchParams(query)}`);
      expect(status).toBe(200);
      return body.leads.map(({ id }) => id);
    };
    expect(await ask({ brand: text })).toEqual([idOf(text)]);
    expect(await ask({ custom: JSON.stringify({ [CUSTOM]: text }) })).toEqual([idOf(text)]);
    const containing = HOSTILE_TEXTS.filter((other) =>
      `${other} ${other}`.toLowerCase().includes(text.toLowerCase()),
    );
    expect(new Set(await ask({ search: text }))).toEqual(new Set(containing.map(idOf)));
  });

  test('comes back from a note, a tag, a view, a token and the trail', async () => {
    const note = await admin.post<LeadNote>(`/api/leads/${idOf(text)}/notes`, { text });
    expect(note.body.text).toBe(text);
    const tag = text.replaceAll(/[,;|]/g, ' ').trim();
    const tagged = await admin.send(`/api/leads/${idOf(text)}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tags: [tag] }),
    });
    expect(((await tagged.json()) as LeadDetail).tags).toEqual([tag]);
    const view = await admin.post<{ name: string }>('/api/views', { name: text, filter: { search: text } });
    expect([view.status, view.body.name]).toEqual([201, text]);
    await tokenFor(admin, { name: text });
    const tokens = await admin.get<{ name: string }[]>('/api/tokens');
    expect(tokens.body[0]?.name).toBe(text);
    const { body } = await admin.get<{ logs: AuditLog[] }>('/api/audit-logs?limit=1');
    expect(body.logs[0]).toMatchObject({ action: 'create_token', resource: text });
  });

  test('comes back as the name of a file', async () => {
    const email = `file${HOSTILE_TEXTS.indexOf(text)}@example.com`;
    // The name of a file ends a path, and a browser writes quotes in it as %22.
    const name = `${text.split(/[\\/]/).at(-1)?.replaceAll('"', '%22')}.csv`;
    await importLeads(admin, fileOf(name, `email\n${email}\n`), { fieldMapping: { email: 'email' } });
    const { body } = await admin.get<{ filename: string }[]>('/api/imports');
    expect(body[0]?.filename.replaceAll('"', '%22')).toBe(name);
  });
});

// Each costs a password hash or two: every third will do. A username takes no bidi override.
const NAMES = HOSTILE_TEXTS.filter((text, index) => index % 3 === 0 && !text.includes('\u202e'));

describe.each(NAMES)('%j', (text) => {
  test('comes back as a username and the name of an organization', async () => {
    const { user } = await signUp(app.url, text);
    expect([user.username, user.organization.name]).toEqual([text, text]);
    const login = await app.anonymous.post<{ username: string }>('/api/login', {
      username: text,
      password: PASSWORD,
    });
    expect([login.status, login.body.username]).toEqual([200, text]);
    const organizations = await admin.get<{ name: string }[]>('/api/organizations');
    expect(organizations.body.map(({ name }) => name)).toContain(text);
  });
});

describe('an export', () => {
  const exported = async (format: string): Promise<Uint8Array> => {
    const response = await admin.send(`/api/leads/export?limit=all&search=hostile&format=${format}`, {});
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="leads-export-[\d-]+\.(csv|xlsx)"$/,
    );
    return new Uint8Array(await response.arrayBuffer());
  };

  function expectHarmless(table: readonly (readonly string[])[]): void {
    const [columns = [], ...rows] = table;
    for (const cell of table.flat()) {
      if (!E164.test(cell)) expect(cell).not.toMatch(RUNS);
    }
    expect(rows).toHaveLength(HOSTILE_TEXTS.length);
    const headings = [...TEXT_FIELDS.map(({ label }) => label), CUSTOM];
    const at = headings.map((heading) => columns.findIndex((column) => stripGuard(column) === heading));
    expect(at).not.toContain(-1);
    const held = rows.map((row) => at.map((index) => stripGuard(row[index] ?? '')));
    expect(held.reverse()).toEqual(HOSTILE_TEXTS.map((text) => headings.map(() => text)));
  }

  test('as CSV holds every text, and no cell that a spreadsheet runs', async () => {
    expectHarmless(cellsOf(new TextDecoder().decode(await exported('csv'))));
  });

  test('as XLSX holds every text as text, and no formula', async () => {
    const sheet = Object.values(readWorkbook(await exported('xlsx'), { cellFormula: true }).Sheets)[0] ?? {};
    const formulas = Object.values(sheet).filter(
      (cell) => cell !== null && typeof cell === 'object' && 'f' in cell,
    );
    expect(formulas).toEqual([]);
    const table = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '' });
    expectHarmless(table.map((row) => row.map(String)));
  });
});

/** The cells of a CSV file as any reader sees them (RFC 4180). */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  // The last line ends like the others: behind it there is nothing.
  return rows.filter((row) => row.length > 1);
}
