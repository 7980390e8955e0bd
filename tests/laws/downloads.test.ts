import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { read as readWorkbook } from '@e965/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { BulkOperation } from '#contract/bulk.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { withoutDatabase } from '#tests/support/away-database.ts';
import { endOfBulk } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvCells } from '#tests/support/csv-cells.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { undoneImport } from '#tests/support/undo.ts';
import { until } from '#tests/support/until.ts';

// Every file that the contract lets a user download: it is complete or seen to fail, and no program runs anything in it.

/** An organization in which every download has rows with the same text. */
interface Source {
  user: SignedIn;
  importId: string;
  operationId: string;
}

interface Download {
  path: (source: Source) => string;
  body?: (source: Source) => unknown;
  /** Table that the rows of the file are read from. */
  table: string;
}

const DOWNLOADS: Record<string, Download> = {
  'GET /api/leads/export': { path: () => '/api/leads/export?limit=all', table: 'leads' },
  'POST /api/leads/export': {
    path: () => '/api/leads/export',
    body: () => ({ selection: { filter: {} } }),
    table: 'leads',
  },
  'GET /api/leads/deliveries/:id': {
    path: ({ operationId }) => `/api/leads/deliveries/${operationId}`,
    table: 'leads',
  },
  'GET /api/customers/deliveries': {
    path: () => '/api/customers/deliveries?customer=C-1',
    table: 'lead_sales',
  },
  'GET /api/audit-logs/export': { path: () => '/api/audit-logs/export', table: 'audit_logs' },
  'GET /api/leads/bulk/:id/report': {
    path: ({ operationId }) => `/api/leads/bulk/${operationId}/report`,
    table: 'operation_rows',
  },
  'GET /api/imports/:id/report.csv': {
    path: ({ importId }) => `/api/imports/${importId}/report.csv`,
    table: 'import_problems',
  },
  'GET /api/imports/:id/undo-report.csv': {
    path: ({ importId }) => `/api/imports/${importId}/undo-report.csv`,
    table: 'import_kept_leads',
  },
};

/** Complete before the reply begins; their own tests open them. */
const AT_ONCE: readonly string[] = ['/api/customers/statement', '/api/outcomes/file'];

/** More rows of this text than the system buffers for a client. */
const MANY = 12_000;
const LONG = 'x'.repeat(1_800);

let app: TestApp;
let few: Source;
let many: Source;

beforeAll(async () => {
  app = await startTestApp();
  few = await sourceOf(['=1', 'a;=1+1;b', 'a\t-1\nb\n＝1', 'x;"=1+1;y', ', @a', '＋1|＠2']);
  many = await sourceOf(Array.from({ length: MANY }, () => LONG));
});

afterAll(() => app.close());

/** Creates an organization with leads, problems, sales, kept leads, rows of an operation and audit entries of these texts. */
async function sourceOf(texts: readonly string[]): Promise<Source> {
  const user = await signUp(app.url);
  const { organizationId } = user.user;
  const rows = texts.flatMap((text, n) => [
    [`lead-${n}@example.com`, text],
    ['broken', text],
  ]);
  const { importId } = await importLeads(user, csvFile([['e', 'name, =x'], ...rows]), {
    fieldMapping: { e: 'email', 'name, =x': 'firstName' },
  });
  const { body: sale } = await user.post<BulkOperation>('/api/leads/deliveries', {
    selection: { filter: {} },
    customerNumber: 'C-1',
  });
  expect(await endOfBulk(user, sale.id)).toMatchObject({ changed: texts.length });
  expect(await undoneImport(user, importId)).toMatchObject({ kept: texts.length });
  await app.context.db.owner.query(
    `INSERT INTO operation_rows (organization_id, operation_id, row_number, identifier, outcome)
     SELECT $1, $2, n, text, 'invalid' FROM unnest($3::text[]) WITH ORDINALITY AS t (text, n)`,
    [organizationId, sale.id, texts],
  );
  await app.context.db.owner.query(
    `INSERT INTO audit_logs (organization_id, id, username, action, resource)
     SELECT $1, gen_random_uuid(), 'someone', 'update_lead', text FROM unnest($2::text[]) AS text`,
    [organizationId, texts],
  );
  return { user, importId, operationId: sale.id };
}

function requestOf(name: string, source: Source): { method: string; path: string; body: string | undefined } {
  const { path, body } = DOWNLOADS[name] ?? { path: () => '' };
  const [method = ''] = name.split(' ');
  return { method, path: path(source), body: body && JSON.stringify(body(source)) };
}

/** Asks for a file, again while the server has no connection to its database. */
function download(name: string, source: Source): Promise<Response> {
  const { method, path, body } = requestOf(name, source);
  const headers = { 'content-type': 'application/json' };
  return until('the server has its database', async () => {
    const response = await source.user.send(path, { method, ...(body && { body, headers }) });
    return response.status === 503 ? null : response;
  });
}

/** Returns the socket of a download to a client of HTTP/1.0, paused after the beginning. */
function plainDownload(name: string, source: Source): Promise<Socket> {
  const { method, path, body = '' } = requestOf(name, source);
  const { port, host } = new URL(app.url);
  const request = [
    `${method} ${path} HTTP/1.0`,
    `Host: ${host}`,
    `Origin: ${app.url}`,
    `Cookie: ${source.user.cookie}`,
    ...(body && ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    `\r\n${body}`,
  ];
  return until('the server has its database', async () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(request.join('\r\n'));
    const [head] = (await once(socket, 'data')) as [Buffer];
    return head.toString().startsWith('HTTP/1.1 200 ') ? socket.pause() : null;
  });
}

test('all downloads of the contract are here', () => {
  const files = API.filter(
    ({ reply, access, path }) =>
      access !== 'public' && reply instanceof z.ZodString && !AT_ONCE.includes(path),
  );
  expect(Object.keys(DOWNLOADS).sort()).toEqual(files.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(Object.keys(DOWNLOADS))('%s', (name) => {
  test.each([',', ';', '\t', '|'])('opened with the delimiter %j has no formula', async (delimiter) => {
    const text = await (await download(name, few)).text();
    expect(csvCells(text).length).toBeGreaterThanOrEqual(7);
    expect(text.replaceAll(/"(?:[^"]|"")*"/g, '')).toMatch(/^[,\r\n]*$/);
    const { Sheets } = readWorkbook(text.replace('\ufeff', ''), { type: 'string', FS: delimiter });
    const cells = Object.values(Sheets).flatMap((sheet) => Object.entries(sheet));
    const shown = cells.flatMap(([address, cell]) => (address.startsWith('!') ? [] : [cell]));
    expect(shown.length).toBeGreaterThanOrEqual(7);
    for (const cell of shown) {
      expect(cell).not.toHaveProperty('f');
      expect(String(cell.v)).not.toMatch(/^[ "]*[=+\-@＝＋－＠\t\r\n]/);
    }
  });

  test('that fails midway is an error to a client of HTTP/1.1', async () => {
    const response = await download(name, many);
    expect(response.status).toBe(200);
    const reading = response.body?.getReader();
    await reading?.read();
    reading?.releaseLock();
    await withoutDatabase(app, () => expect(response.text()).rejects.toThrow());
  });

  test('that fails midway is an error to a client of HTTP/1.0', async () => {
    const socket = await plainDownload(name, many);
    await withoutDatabase(app, async () => {
      const end = once(socket, 'end').then(() => 'complete');
      socket.resume();
      await expect(end).rejects.toThrow('ECONNRESET');
    });
  });

  test('whose rows can not be read is answered with an error', async () => {
    const { owner } = app.context.db;
    const role = pg.escapeIdentifier(new URL(app.context.db.urls.app).username);
    const { table } = DOWNLOADS[name] ?? { table: '' };
    await owner.query(`REVOKE SELECT ON ${table} FROM ${role}`);
    try {
      const response = await download(name, few);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.json()).toHaveProperty('message');
    } finally {
      await owner.query(`GRANT SELECT ON ${table} TO ${role}`);
    }
  });
});
