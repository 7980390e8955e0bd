import type { Browser, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { closePage, openPage, signInAs } from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { holdLeads, queueOf } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';
import { setPageStage } from './page-steps.ts';
import { cardOf, historyOf, jobFigures, leadFile, openQueueScreen, wouldAsk } from './queue-steps.ts';
import { chooseFiles } from './wizard-steps.ts';

// The page is left, reloaded or closed and the session ends: what was sent is imported, each file once.

const stage = setPageStage({ threads: true });
let app: TestApp;
let browser: Browser;
let owner: SignedIn;
let page: Page;

beforeEach(async () => {
  ({ app, browser, owner, page } = stage);
  await openQueueScreen(page);
});

const UPLOADS = '**/api/upload';
const NAMES = ['a.csv', 'b.csv', 'c.csv', 'd.csv'];

function follow(link: string): Promise<void> {
  return page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
}

async function seeDone(at: Page, ...names: string[]): Promise<void> {
  for (const name of names) await cardOf(at, name).getByText('Completed').waitFor();
}

/** Expects that each file was imported once and created three leads. */
async function seeEachOnce(...names: string[]): Promise<void> {
  await expect.poll(() => historyOf(owner)).toEqual(names.map((name) => `${name} completed`).sort());
  expect(await leadsOf(owner)).toHaveLength(3 * names.length);
}

/** Adds files and waits until they are sent. The imports of the first two are held, and the others wait. */
async function sendHeld(...names: string[]): Promise<() => Promise<void>> {
  const release = await holdLeads(app, owner);
  const statesOf = async () => (await queueOf(owner)).files.map(({ state }) => state);
  const files = names.map((name) => leadFile(name));
  // A file that is sent sooner may start sooner, so the first two go ahead.
  await chooseFiles(page, ...files.slice(0, 2));
  await until('two imports run', async () => (await statesOf()).join() === 'importing,importing');
  await chooseFiles(page, ...files.slice(2));
  await until('the other files wait', async () => {
    const states = await statesOf();
    return states.length === names.length && !states.includes('uploading');
  });
  return release;
}

/** Opens the queue in another browser. */
async function onAnotherComputer(user: SignedIn): Promise<Page> {
  const other = await openPage(browser, app.url);
  await signInAs(other, app.url, user);
  await openQueueScreen(other);
  return other;
}

describe('leaving the page', () => {
  it('stops nothing, and coming back shows the queue as it is', async () => {
    const release = await sendHeld(...NAMES);
    await follow('Dashboard');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await follow('Multi-File Import');
    await cardOf(page, 'a.csv').getByText('Importing').waitFor();
    await cardOf(page, 'c.csv').getByText('Waiting').waitFor();
    await follow('Import History');
    await release();
    await until('all are imported', async () =>
      (await historyOf(owner)).every(
        (line, _, all) => all.length === NAMES.length && line.endsWith('completed'),
      ),
    );
    await follow('Multi-File Import');
    await seeDone(page, ...NAMES);
    await expect.poll(() => jobFigures(page, 'c.csv')).toEqual(['3', '3', '0', '0']);
    await seeEachOnce(...NAMES);
  });

  it('for another screen goes on with sending there', async () => {
    const held: (() => void)[] = [];
    await page.route(UPLOADS, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'), leadFile('c.csv'));
    await until('two uploads have begun', () => held.length === 2);
    expect(await wouldAsk(page)).toBe(true);
    await follow('Lead Management');
    await page.getByRole('heading', { name: 'Lead Management', level: 1 }).waitFor();
    for (const release of held) release();
    await until('the third upload has begun', () => held.length === 3);
    held[2]?.();
    await seeEachOnce('a.csv', 'b.csv', 'c.csv');
    await expect.poll(() => wouldAsk(page)).toBe(false);
  });

  it('warns from the choice of a file until its last byte is stored, on the page and when it is closed', async () => {
    const calls = ['**/api/import-queue', UPLOADS, '**/api/import-queue/*/upload'];
    const held = new Map<string, () => void>();
    for (const call of calls) {
      await page.route(call, async (route) => {
        if (route.request().method() !== 'GET') await new Promise<void>((go) => held.set(call, go));
        await route.continue();
      });
    }
    await chooseFiles(page, leadFile('a.csv'));
    for (const call of calls) {
      await until(`${call} is held`, () => held.has(call));
      await page.getByText('Keep this page open: 1 file to upload.').waitFor();
      expect(await page.getByText('You can close this page').count(), call).toBe(0);
      expect(await wouldAsk(page), call).toBe(true);
      held.get(call)?.();
    }
    await seeDone(page, 'a.csv');
    await expect.poll(() => wouldAsk(page)).toBe(false);
  });

  it('by closing it leaves the queue to the server, and another computer shows it', async () => {
    const release = await sendHeld(...NAMES);
    await closePage(page);
    await release();
    await seeEachOnce(...NAMES);
    page = await onAnotherComputer(owner);
    await seeDone(page, ...NAMES);
    await expect.poll(() => jobFigures(page, 'd.csv')).toEqual(['3', '3', '0', '0']);
  });
});

describe('a reload', () => {
  it('shows the imports that are under way', async () => {
    const release = await sendHeld('a.csv', 'b.csv', 'c.csv');
    await page.reload();
    await cardOf(page, 'a.csv').getByText('Importing').waitFor();
    await cardOf(page, 'b.csv').getByText('Importing').waitFor();
    await cardOf(page, 'c.csv').getByText('Waiting').waitFor();
    await release();
    await seeDone(page, 'a.csv', 'b.csv', 'c.csv');
    await seeEachOnce('a.csv', 'b.csv', 'c.csv');
  });

  it('shows what has ended as it was, and not what was removed', async () => {
    await chooseFiles(page, leadFile('a.csv'));
    await seeDone(page, 'a.csv');
    await page.reload();
    await seeDone(page, 'a.csv');
    await expect.poll(() => jobFigures(page, 'a.csv')).toEqual(['3', '3', '0', '0']);
    await page.getByRole('button', { name: 'Remove a.csv' }).click();
    await page.getByText('Two files are imported at a time.').waitFor();
    await page.reload();
    await page.getByText('Two files are imported at a time.').waitFor();
    await seeEachOnce('a.csv');
  });

  it('that cuts off an upload says so, and the file can be chosen again', async () => {
    await page.route(UPLOADS, () => undefined);
    await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'));
    await cardOf(page, 'b.csv').getByText('Uploading').waitFor();
    await page.unroute(UPLOADS);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    for (const name of ['a.csv', 'b.csv']) {
      await cardOf(page, name).getByText('Interrupted').waitFor();
      await cardOf(page, name).getByText('Choose the file again to continue').waitFor();
    }
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose File a.csv again' }).click();
    const { name, bytes } = leadFile('a.csv');
    const mimeType = 'text/csv';
    await (await choosing).setFiles([{ name, mimeType, buffer: Buffer.from(bytes) }]);
    await seeDone(page, 'a.csv');
    await page.getByRole('button', { name: 'Remove b.csv' }).click();
    await page.getByText('1 of 1 file done').waitFor();
    await seeEachOnce('a.csv');
  });
});

it('takes back the files that wait, and finishes those that do not', async () => {
  const release = await sendHeld(...NAMES);
  await page.getByRole('button', { name: 'Remove All Waiting' }).click();
  await page.getByText('0 of 2 files done').waitFor();
  await release();
  await seeDone(page, 'a.csv', 'b.csv');
  await seeEachOnce('a.csv', 'b.csv');
});

it('says that a file could not be sent as soon as the server can be reached again', async () => {
  let refused = 0;
  await page.route(UPLOADS, (route) => route.abort());
  await page.route('**/upload-failed', async (route) => {
    refused += 1;
    await (refused === 1 ? route.abort() : route.continue());
  });
  await chooseFiles(page, leadFile('a.csv'));
  await cardOf(page, 'a.csv').getByText('Upload failed').waitFor();
  expect(refused).toBe(2);
  await page.unroute(UPLOADS);
  await page.getByRole('button', { name: 'Try a.csv again' }).click();
  await seeDone(page, 'a.csv');
  await seeEachOnce('a.csv');
});

it('stops sending files that were removed', async () => {
  const asked: string[] = [];
  await page.route(UPLOADS, (route) => void asked.push(route.request().url()));
  await chooseFiles(page, leadFile('a.csv'), leadFile('b.csv'), leadFile('c.csv'));
  await until('two uploads have begun', () => asked.length === 2);
  await page.getByRole('button', { name: 'Remove All Waiting' }).click();
  await page.getByText('Two files are imported at a time.').waitFor();
  await expect.poll(() => wouldAsk(page)).toBe(false);
  expect(asked).toHaveLength(2);
});

describe('the queue', () => {
  it('is the same in every tab, which says where a file is sent from', async () => {
    const held: (() => void)[] = [];
    await page.route(UPLOADS, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await chooseFiles(page, leadFile('a.csv'));
    await until('the upload has begun', () => held.length === 1);
    const second = await page.context().newPage();
    await openQueueScreen(second);
    await cardOf(second, 'a.csv').getByText('Uploading from another tab or computer').waitFor();
    await second.getByText('You can close this page, but not the one that is uploading.').waitFor();
    held[0]?.();
    await seeDone(second, 'a.csv');
    await seeDone(page, 'a.csv');
    await seeEachOnce('a.csv');
  });

  it("is nobody else's: a colleague neither sees nor ends it", async () => {
    const release = await sendHeld('a.csv', 'b.csv', 'c.csv');
    const colleague = await addColleague(app, owner, `colleague of ${owner.user.username}`);
    const other = await onAnotherComputer(colleague);
    await other.getByText('Two files are imported at a time.').waitFor();
    expect(await other.getByText('a.csv').count()).toBe(0);
    await chooseFiles(other, leadFile('own.csv'));
    await cardOf(other, 'own.csv').getByText('Importing').waitFor();
    await release();
    await seeDone(other, 'own.csv');
    await seeDone(page, 'a.csv', 'b.csv', 'c.csv');
    expect(await cardOf(page, 'own.csv').count()).toBe(0);
    await closePage(other);
  });

  it('goes on after its user has signed out, and is there at the next sign-in', async () => {
    const release = await sendHeld('a.csv', 'b.csv', 'c.csv');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('Welcome back').waitFor();
    await release();
    await signInAs(page, app.url, await signedInAgain(owner));
    await openQueueScreen(page);
    await seeDone(page, 'a.csv', 'b.csv', 'c.csv');
  });

  it('stops sending when its user signs out', async () => {
    await page.route(UPLOADS, () => undefined);
    await chooseFiles(page, leadFile('a.csv'));
    await cardOf(page, 'a.csv').getByText('Uploading').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('Welcome back').waitFor();
    await expect.poll(() => wouldAsk(page)).toBe(false);
  });
});

/** Signs the same user in to another session. */
async function signedInAgain({ user }: SignedIn): Promise<SignedIn> {
  const client = clientOf(app.url);
  await client.post('/api/login', { username: user.username, password: PASSWORD });
  return Object.assign(client, { user });
}
