import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { HlrReply } from '#contract/phone-checks.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { csvFile } from '#tests/support/imports.ts';
import { sendStatusUpdate } from '#tests/support/status-updates.ts';
import { until } from '#tests/support/until.ts';
import { giveUpOperation } from '../../lead/operations/run.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { removeOldReports } from '../housekeeping/housekeeping.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const HLR = { hlrType: 'phone', statusValue: 'Active' };

async function listOf(client: SignedIn, phoneNumbers: string[]): Promise<string> {
  const { body } = await client.post<{ operationId: string }>('/api/leads/update-hlr', {
    phoneNumbers,
    ...HLR,
  });
  return body.operationId;
}

const report = async (id: string, client: SignedIn = user): Promise<Response> =>
  client.send(`/api/leads/bulk/${id}/report`, {});

describe('the latest operations', () => {
  test('are twenty at most, newest first, of the kinds that are asked for', async () => {
    const { id: leadId } = await makeLead(user, { email: 'a@example.com' });
    const ids: string[] = [];
    for (let n = 0; n < 21; n++) ids.unshift(await listOf(user, ['+4930901820']));
    const { id } = await runBulkCall(user, { ids: [leadId] }, { type: 'status', status: 'contacted' });
    const idsOf = async (query: string) =>
      (await user.get<BulkOperation[]>(`/api/leads/bulk${query}`)).body.map((one) => one.id);
    expect(await idsOf('')).toEqual([id, ...ids.slice(0, 19)]);
    expect(await idsOf('?kinds=updateHlr')).toEqual(ids.slice(0, 20));
    expect(await idsOf('?kinds=status,updatePhones')).toEqual([id]);
    const stranger = await signUp(app.url);
    expect((await stranger.get('/api/leads/bulk')).body).toEqual([]);
  });

  test.each(['x', '', 'status,x'])('of kinds %j are refused', async (kinds) => {
    const { status, body } = await user.get<{ field: string }>(`/api/leads/bulk?kinds=${kinds}`);
    expect([status, body.field]).toEqual([400, expect.stringMatching(/^kinds/)]);
  });
});

describe('a report', () => {
  test('of a WhatsApp update says so, as the operation does', async () => {
    const body = { phoneNumbers: ['+4930901899'], hlrType: 'whatsapp', statusValue: 'Active' };
    const { operationId } = (await user.post<HlrReply>('/api/leads/update-hlr', body)).body;
    const listed = async (kind: string) =>
      (await user.get<BulkOperation[]>(`/api/leads/bulk?kinds=${kind}`)).body.map(({ id }) => id);
    expect(await listed('updateWhatsapp')).toContain(operationId);
    expect(await listed('updateHlr')).not.toContain(operationId);
    expect((await report(operationId)).headers.get('content-disposition')).toContain('whatsapp-report-');
  });

  test('is CSV that a spreadsheet can open and runs nothing of', async () => {
    const numbers = ['=1+1', 'a "b", c', '+49', '-2', '@x'];
    const response = await report(await listOf(user, numbers));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''hlr-report-\d{4}-\d\d-\d\d\.csv$/,
    );
    const why = "Not a valid phone number in your leads' countries; international numbers start with +";
    const bytes = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    expect(withoutQuotes(bytes)).toBe(
      [
        '\uFEFFRow,Identifier,Value,Outcome,Message',
        `1,'=1+1,,invalid,${why}`,
        `2,"a ""b"", c",,invalid,${why}`,
        `3,'+49,,invalid,${why}`,
        `4,'-2,,invalid,${why}`,
        `5,'@x,,invalid,${why}`,
        '',
      ].join('\r\n'),
    );
  });

  test('of an operation without rows has its header alone', async () => {
    const { id: leadId } = await makeLead(user, { email: 'a@example.com' });
    const { id } = await runBulkCall(user, { ids: [leadId] }, { type: 'delete' });
    expect(withoutQuotes(await (await report(id)).text())).toBe('Row,Identifier,Value,Outcome,Message\r\n');
  });

  test('is for the organization alone', async () => {
    const id = await listOf(user, ['x']);
    expect((await report(id, await signUp(app.url))).status).toBe(404);
    expect((await report('no-id')).status).toBe(404);
    expect((await app.anonymous.send(`/api/leads/bulk/${id}/report`, {})).status).toBe(401);
  });

  test('is kept for 30 days after the end', async () => {
    const [old, young] = [await listOf(user, ['x', 'y']), await listOf(user, ['z'])];
    const age = (id: string, days: number) =>
      app.context.db.owner.query(
        'UPDATE bulk_operations SET finished_at = now() - make_interval(days => $2) WHERE id = $1',
        [id, days],
      );
    await Promise.all([age(old, 31), age(young, 29)]);
    await removeOldReports(app.context.db.owner);
    const { rows } = await app.context.db.owner.query(
      'SELECT operation_id AS id FROM operation_rows WHERE organization_id = $1',
      [user.user.organizationId],
    );
    expect(rows).toEqual([{ id: young }]);
    expect((await user.get<BulkOperation[]>('/api/leads/bulk')).body).toHaveLength(2);
  });
});

test('a list moves the screens of everyone in the organization', async () => {
  const colleague = await addColleague(app, user, `colleague-of-${user.user.username}`);
  await makeLead(user, { phone: '+4930901820' });
  const leaving = new AbortController();
  const stream = await colleague.send('/api/events', { signal: leaving.signal });
  const heard: string[] = [];
  const listening = (async () => {
    for await (const chunk of stream.body ?? []) heard.push(new TextDecoder().decode(chunk));
  })().catch(() => undefined);
  await until('hello is said', () => heard.join('').includes('hello'));
  await listOf(user, ['+4930901820']);
  await until('the change is told', () => heard.join('').includes('"leads"'));
  leaving.abort();
  await listening;
});

test("a list that can't be finished is given up, and whoever waits for it is told", async () => {
  const paused = await startTestApp({ jobs: false });
  const owner = await signUp(paused.url);
  const waiting = owner.post<{ message: string }>('/api/leads/update-hlr', { phoneNumbers: ['x'], ...HLR });
  const [operation] = await until('the list is there', async () => {
    const { body } = await owner.get<BulkOperation[]>('/api/leads/bulk');
    return body.length > 0 ? body : null;
  });
  const scope = organizationScope(paused.context.db.app, owner.user.organizationId);
  await giveUpOperation(scope, operation?.id ?? '');
  const { status, body } = await waiting;
  expect([status, body.message]).toEqual([500, "The update couldn't be finished"]);
  expect((await owner.get<BulkOperation[]>('/api/leads/bulk')).body).toMatchObject([
    { status: 'failed', done: 0 },
  ]);
  await paused.close();
});

test('long lists are read and worked through in threads', async () => {
  const threaded = await startTestApp({ threads: true });
  const owner = await signUp(threaded.url);
  const lead = await makeLead(owner, { phone: '+4930901820', country: 'Germany' });
  const numbers = Array.from({ length: 6_000 }, (_, n) => [`+49151${20_000_000 + n}`]);
  const file = csvFile([['phone'], ...numbers, ['030901820']]);
  const { body } = await sendStatusUpdate(owner, '/api/leads/update-hlr-csv', file, HLR);
  expect(body).toMatchObject({ updatedCount: 1, notFound: 6_000, invalid: 0 });
  const phones = csvFile([
    ['id', 'phone'],
    [lead.id, '030901821'],
  ]);
  const shown = await sendStatusUpdate(owner, '/api/leads/update-phones-csv/preview', phones);
  expect(shown.body).toMatchObject({ updated: 1, rows: [{ after: '+4930901821' }] });
  const none = await sendStatusUpdate(owner, '/api/leads/update-phones-csv/preview', csvFile([['a'], ['b']]));
  expect(none.status).toBe(400);
  await threaded.close();
});

test.each(['update-hlr-csv', 'mark-sold-csv', 'update-phones-csv', 'update-phones-csv/preview'])(
  'a form of more than 100 MB is refused by %s before it is sent',
  async (path) => {
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = {
        cookie: user.cookie ?? '',
        origin: app.url,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(200 * 1024 * 1024),
      };
      const call = request(`${app.url}/api/leads/${path}`, { method: 'POST', headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () => {
          call.destroy();
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      call.once('error', reject);
      call.write('--x\r\n');
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({
      message: 'The file is larger than 100 MB',
      field: 'file',
    });
  },
);
