import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChangeEvent, changeEvent } from '#contract/events.ts';
import { LEAD_CHANGES } from '#contract/live-paths.ts';
import { ANY_LEADS } from '#server/lead/change/announce-leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { type Change, notifyChanges } from '../../platform/events/notices.ts';

let app: TestApp;
let user: SignedIn;
let streams: AbortController[] = [];

beforeEach(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.abort();
  await app.close();
});

/** The events that a page receives, as they arrive. */
interface Heard {
  events: ChangeEvent[];
  comments: number;
  ended: boolean;
  status: number;
  leave(): void;
}

async function listen(client: { cookie: string | null }, url = app.url): Promise<Heard> {
  const gone = new AbortController();
  streams.push(gone);
  const headers = { cookie: client.cookie ?? '' };
  const response = await fetch(`${url}/api/events`, { headers, signal: gone.signal });
  const heard: Heard = {
    events: [],
    comments: 0,
    ended: false,
    status: response.status,
    leave: () => gone.abort(),
  };
  void read(response, heard);
  if (response.status === 200) await until('hello is said', () => heard.events.length > 0);
  return heard;
}

async function read(response: Response, heard: Heard): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      for (const line of decoder.decode(chunk).split('\n')) {
        if (line.startsWith(':')) heard.comments++;
        if (!line.startsWith('data:')) continue;
        heard.events.push(changeEvent.parse(JSON.parse(line.slice(5))));
      }
    }
  } catch {
    // Either the page or the server closed the stream.
  }
  heard.ended = true;
}

function tell(client: SignedIn, ...changes: Change[]): Promise<void> {
  return scopeOf(app.context, client.user.organizationId).transaction((tx) => notifyChanges(tx, ...changes));
}

const types = (heard: Heard): string[] => heard.events.map(({ type }) => type);

test('a session is needed', async () => {
  expect((await listen({ cookie: null })).status).toBe(401);
});

test('hello comes first, then what is committed', async () => {
  const heard = await listen(user);
  expect(heard.events).toEqual([{ type: 'hello' }]);
  await tell(user, ANY_LEADS, { type: 'fields' });
  await until('both are told', () => heard.events.length === 3);
  expect(types(heard).sort()).toEqual(['fields', 'hello', 'leads']);
});

test('nothing is told of what was rolled back', async () => {
  const heard = await listen(user);
  const scope = scopeOf(app.context, user.user.organizationId);
  const failing = scope.transaction(async (tx) => {
    await notifyChanges(tx, ANY_LEADS);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await tell(user, { type: 'fields' });
  await until('the later change is told', () => heard.events.length === 2);
  expect(types(heard)).toEqual(['hello', 'fields']);
});

test('an import is told of, with its id, and the leads it makes', async () => {
  const heard = await listen(user);
  const { importId } = await importLeads(user, csvFile([['e'], ['a@example.com']]), {
    fieldMapping: { e: 'email' },
  });
  await until('both are told', () => types(heard).includes('leads') && types(heard).includes('imports'));
  expect(heard.events.filter(({ type }) => type === 'imports')[0]).toEqual({ type: 'imports', importId });
});

test('an import that changes no lead is not told of as a change of leads', async () => {
  const file = csvFile([['e'], ['a@example.com']]);
  await importLeads(user, file, { fieldMapping: { e: 'email' } });
  const heard = await listen(user);
  await importLeads(user, file, { fieldMapping: { e: 'email' } });
  await tell(user, { type: 'fields' });
  await until('all is told', () => types(heard).includes('fields'));
  expect(types(heard)).toContain('imports');
  expect(types(heard)).not.toContain('leads');
});

test('of leads it is told what changed about them, and which they are', async () => {
  const [a, b] = [
    await makeLead(user, { email: 'a@example.com' }),
    await makeLead(user, { email: 'b@example.com' }),
  ];
  const heard = await listen(user);
  const told = async (change: () => Promise<unknown>) => {
    const before = heard.events.length;
    await change();
    await until('the change is told', () => heard.events.length > before);
    const [event] = heard.events.slice(before);
    return event?.type === 'leads' ? [event.aspects.toSorted().join(), event.ids?.toSorted()] : [event?.type];
  };
  const path = `/api/leads/${a.id}`;
  const ids = [a.id];
  expect(await told(() => call(user, 'PATCH', path, { city: 'Bonn' }))).toEqual(['values', ids]);
  expect(await told(() => call(user, 'PATCH', path, { country: 'Germany' }))).toEqual(['counts,values', ids]);
  expect(await told(() => call(user, 'PATCH', path, { status: 'contacted' }))).toEqual([
    'counts,statuses,values',
    ids,
  ]);
  expect(await told(() => call(user, 'POST', `${path}/notes`, { text: 'Called' }))).toEqual(['', ids]);
  expect(await told(() => call(user, 'DELETE', path))).toEqual(['counts,statuses,trash', ids]);
  expect(await told(() => call(user, 'POST', `${path}/restore`))).toEqual(['counts,statuses,trash', ids]);
  const merge = { keepId: a.id, leadIds: [b.id] };
  expect(await told(() => call(user, 'POST', '/api/duplicates/merge', merge))).toEqual([
    'counts,sales,statuses,trash,values',
    [a.id, b.id].sort(),
  ]);
  const [all] = await told(() => runBulkCall(user, { ids }, { type: 'markSold', customerNumber: 'C1' }));
  expect(all).toBe(LEAD_CHANGES.toSorted().join());
});

test('another organization hears nothing of it', async () => {
  const other = await signUp(app.url);
  const [mine, theirs] = [await listen(user), await listen(other)];
  await tell(user, ANY_LEADS);
  await tell(other, { type: 'fields' });
  await until('both heard', () => mine.events.length === 2 && theirs.events.length === 2);
  expect([types(mine), types(theirs)]).toEqual([
    ['hello', 'leads'],
    ['hello', 'fields'],
  ]);
});

test('many changes are a few events', async () => {
  const { onChange } = app.context.notices;
  let change: Parameters<typeof onChange>[1] = () => undefined;
  app.context.notices.onChange = (organizationId, listener) => {
    change = listener;
    return onChange(organizationId, listener);
  };
  const heard = await listen(user);
  // Simulates many transactions committed together: the first gets its own event, the others share one.
  for (let n = 0; n < 40; n++) change(ANY_LEADS);
  await until('the others are told', () => heard.events.length === 3);
  change({ type: 'fields' });
  await until('a later change is told', () => types(heard).includes('fields'));
  expect(types(heard)).toEqual(['hello', 'leads', 'leads', 'fields']);
});

test('a user who was removed is told of nothing any more, by no server', async () => {
  const second = await startTestApp({ jobs: false, urls: app.context.db.urls });
  try {
    const leaver = await addColleague(app, user, 'leaver');
    const [heard, mine] = [await listen(leaver, second.url), await listen(user, second.url)];
    expect((await call(user, 'DELETE', `/api/users/${leaver.user.id}`)).status).toBe(200);
    await tell(user, ANY_LEADS);
    await until('the stream has ended and the other goes on', () => heard.ended && mine.events.length === 2);
    expect(types(heard)).toEqual(['hello']);
  } finally {
    await second.close();
  }
});

test('a user has twenty streams at most, and those that left make room', async () => {
  const open: Heard[] = [];
  for (let n = 0; n < 20; n++) open.push(await listen(user));
  expect((await listen(user)).status).toBe(429);
  expect((await listen(await signUp(app.url))).status).toBe(200);
  open[0]?.leave();
  await until('there is room again', async () => (await listen(user)).status === 200);
});

test('a page that left is forgotten', async () => {
  const quiet = { listeners: 0 };
  const { onChange } = app.context.notices;
  app.context.notices.onChange = (organizationId, listener) => {
    quiet.listeners++;
    const forget = onChange(organizationId, listener);
    return () => {
      quiet.listeners--;
      forget();
    };
  };
  const heard = await listen(user);
  expect(quiet.listeners).toBe(1);
  heard.leave();
  await until('its listener is gone', () => quiet.listeners === 0);
});

test('the end of the server ends the streams', async () => {
  const server = await startTestApp();
  const heard = await listen(await signUp(server.url), server.url);
  await server.close();
  await until('the stream has ended', () => heard.ended);
});

test('when word may have been lost, hello is said again', async () => {
  const heard = await listen(user);
  await app.context.db.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'lead-manager notices'`,
  );
  await until('hello is said again', () => heard.events.length === 2);
  await tell(user, ANY_LEADS);
  await until('changes are told again', () => heard.events.length === 3);
  expect(types(heard)).toEqual(['hello', 'hello', 'leads']);
});
