import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { closePage, openPage, signInAs, startBrowser } from '#tests/support/browser.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import {
  cardOf,
  historyOf,
  holdLeads,
  jobFigures,
  leadFile,
  openQueueScreen,
  seeKept,
  seeQueue,
  wouldAsk,
} from './queue-steps.ts';
import { chooseFiles } from './wizard-steps.ts';

// The page is left or reloaded and the session ends: no file is lost, none is imported twice.

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ threads: true }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  owner = await signUp(app.url);
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
  await openQueueScreen(page);
});
afterEach(() => closePage(page));

/** Counts in the page the queues, jobs and files that IndexedDB stores. */
const COUNT_KEPT = `(async () => {
  const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const db = await done(indexedDB.open('import-queue'));
  const counts = ['heads', 'jobs', 'files'].map((store) => done(db.transaction(store).objectStore(store).count()));
  return Promise.all(counts).finally(() => db.close());
})()`;

const UPLOADS = '**/api/upload';
const STREAMS = '**/api/import-stream?*';

function follow(link: string): Promise<void> {
  return page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
}

async function seeDone(...names: string[]): Promise<void> {
  for (const name of names) await cardOf(page, name).getByText('Completed').waitFor();
}

/** Expects that each file was imported once and created three leads. */
async function seeEachOnce(...names: string[]): Promise<void> {
  await expect.poll(() => historyOf(owner)).toEqual(names.map((name) => `${name} completed`).sort());
  expect(await leadsOf(owner)).toHaveLength(3 * names.length);
}

describe('leaving the page', () => {
  it('stops nothing, and coming back shows the queue as it is', async () => {
    const release = await holdLeads(app, owner);
    const names = ['a.csv', 'b.csv', 'c.csv'];
    await chooseFiles(page, ...names.map((name) => leadFile(name)));
    await cardOf(page, 'b.csv').getByText('Importing').waitFor();
    await follow('Dashboard');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await follow('Multi-File Import');
    await cardOf(page, 'a.csv').getByText('Importing').waitFor();
    await cardOf(page, 'c.csv').getByText('Waiting').waitFor();
    await follow('Import History');
    await release();
    await until('all are imported', async () =>
      (await historyOf(owner)).every((line, _, all) => all.length === 3 && line.endsWith('completed')),
    );
    await follow('Multi-File Import');
    await seeDone(...names);
    await expect.poll(() => jobFigures(page, 'c.csv')).toEqual(['3', '3', '0', '0']);
    await seeEachOnce(...names);
  });
});

describe('a reload', () => {
  it('lets an upload that was cut off begin again, and those that wait go on', async () => {
    await page.route(UPLOADS, () => undefined);
    await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'), leadFile('c.csv'));
    await cardOf(page, 'b.csv').getByText('Uploading').waitFor();
    await seeKept(page);
    await page.unroute(UPLOADS);
    await page.reload();
    await seeDone('a.csv', 'b.csv', 'c.csv');
    await seeEachOnce('a.csv', 'b.csv', 'c.csv');
  });

  it('follows the imports that are under way', async () => {
    const release = await holdLeads(app, owner);
    await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'), leadFile('c.csv'));
    // The server has assigned import IDs, so the imports can be cancelled.
    for (const name of ['a.csv', 'b.csv']) {
      await expect
        .poll(() => page.getByRole('button', { name: `Cancel import of ${name}` }).isEnabled())
        .toBe(true);
    }
    await seeKept(page);
    await page.reload();
    await cardOf(page, 'a.csv').getByText('Importing').waitFor();
    await cardOf(page, 'b.csv').getByText('Importing').waitFor();
    await cardOf(page, 'c.csv').getByText('Waiting').waitFor();
    await release();
    await seeDone('a.csv', 'b.csv', 'c.csv');
    await expect.poll(() => jobFigures(page, 'a.csv')).toEqual(['3', '3', '0', '0']);
    await seeEachOnce('a.csv', 'b.csv', 'c.csv');
  });

  it('before the first word of an import does not begin it twice', async () => {
    let asked = 0;
    await page.route(STREAMS, async (route) => {
      // The server receives the request and starts the import, but the page gets no answer.
      await route.fetch();
      asked += 1;
    });
    await chooseFiles(page, leadFile('a.csv'));
    await until('the import is asked for', () => asked === 1);
    await cardOf(page, 'a.csv').getByText('Importing').waitFor();
    await page.unroute(STREAMS);
    await page.reload();
    await seeDone('a.csv');
    await seeEachOnce('a.csv');
  });

  it('on another screen lets the queue go on there', async () => {
    await page.route(UPLOADS, () => undefined);
    await chooseFiles(page, leadFile('a.csv'));
    await seeKept(page);
    await follow('Lead Management');
    await page.getByRole('heading', { name: 'Lead Management', level: 1 }).waitFor();
    await page.unroute(UPLOADS);
    await page.reload();
    await expect.poll(() => historyOf(owner)).toEqual(['a.csv completed']);
  });

  it('shows what has ended as it was', async () => {
    await chooseFiles(page, leadFile('a.csv'));
    await seeDone('a.csv');
    await page.reload();
    await seeDone('a.csv');
    await expect.poll(() => jobFigures(page, 'a.csv')).toEqual(['3', '3', '0', '0']);
    await seeEachOnce('a.csv');
    await page.getByRole('button', { name: 'Remove a.csv' }).click();
    await page.getByText('Two files are imported at a time.').waitFor();
    await page.reload();
    await page.getByText('Two files are imported at a time.').waitFor();
  });
});

it('takes back the files that wait, and finishes those that do not', async () => {
  const release = await holdLeads(app, owner);
  await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'), leadFile('c.csv'), leadFile('d.csv'));
  await cardOf(page, 'b.csv').getByText('Importing').waitFor();
  await page.getByRole('button', { name: 'Remove all waiting' }).click();
  await page.getByText('0 of 2 files done').waitFor();
  await release();
  await seeDone('a.csv', 'b.csv');
  await seeEachOnce('a.csv', 'b.csv');
});

describe('a browser that keeps nothing', () => {
  it('imports all the same, and says what a reload would lose', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get() {
          throw new DOMException('No storage', 'SecurityError');
        },
      });
    });
    const held: (() => void)[] = [];
    await page.route(UPLOADS, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.reload();
    await seeQueue(page);
    await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'));
    await page.getByText('Keep this tab open').waitFor();
    await page.getByText('would lose 2 files not uploaded yet').waitFor();
    await expect.poll(() => wouldAsk(page)).toBe(true);
    await until('both uploads have begun', () => held.length === 2);
    for (const release of held) release();
    await seeDone('a.csv', 'b.csv');
    await expect.poll(() => page.getByText('Keep this tab open').count()).toBe(0);
    await expect.poll(() => wouldAsk(page)).toBe(false);
    await seeEachOnce('a.csv', 'b.csv');
  });
});

describe('a session', () => {
  const kept = () => page.evaluate<number[]>(COUNT_KEPT);

  it('that is signed out of takes the queue with it', async () => {
    await page.route(UPLOADS, () => undefined);
    await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'));
    await cardOf(page, 'b.csv').getByText('Uploading').waitFor();
    await seeKept(page);
    await expect.poll(kept).toEqual([1, 2, 2]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('Welcome back').waitFor();
    await expect.poll(kept).toEqual([0, 0, 0]);
    await signInAs(page, app.url, await signedInAgain(owner));
    await openQueueScreen(page);
    await page.getByText('Two files are imported at a time.').waitFor();
  });

  it('that has ended leaves it for the next one of the same user, and shows it to nobody else', async () => {
    await page.route(UPLOADS, () => undefined);
    await chooseFiles(page, leadFile('a.csv'));
    await cardOf(page, 'a.csv').getByText('Uploading').waitFor();
    await seeKept(page);
    await page.context().clearCookies({ name: (owner.cookie ?? '').split('=')[0] ?? '' });
    await page.reload();
    await page.getByText('Welcome back').waitFor();
    const other = await signUp(app.url);
    await signInAs(page, app.url, other);
    await page.unroute(UPLOADS);
    await openQueueScreen(page);
    await page.getByText('Two files are imported at a time.').waitFor();
    await expect.poll(() => page.getByText('a.csv').count()).toBe(0);
    expect(await historyOf(other)).toEqual([]);
    await signInAs(page, app.url, owner);
    await openQueueScreen(page);
    await seeDone('a.csv');
    await seeEachOnce('a.csv');
  });
});

it('goes on in one tab, and in another when that is asked to or the first is gone', async () => {
  await page.route(UPLOADS, () => undefined);
  await chooseFiles(page, leadFile('a.csv'));
  await cardOf(page, 'a.csv').getByText('Uploading').waitFor();
  await seeKept(page);
  const second = await page.context().newPage();
  await second.goto('/multi-import');
  await second.getByText('The queue is open in another tab').waitFor();
  await second.getByRole('button', { name: 'Go On Here' }).click();
  await cardOf(second, 'a.csv').getByText('Completed').waitFor();
  await page.getByText('The queue is open in another tab').waitFor();
  await second.close();
  await seeDone('a.csv');
  await seeEachOnce('a.csv');
});

/** Signs the same user in to another session. */
async function signedInAgain({ user }: SignedIn): Promise<SignedIn> {
  const client = clientOf(app.url);
  await client.post('/api/login', { username: user.username, password: PASSWORD });
  return Object.assign(client, { user });
}
