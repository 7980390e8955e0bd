import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeWidth,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { buttonOf } from './elements.ts';

/** Environment of the tests for a screen; each test has a new organization and page. */
export interface PageStage {
  app: TestApp;
  browser: Browser;
  owner: SignedIn;
  page: Page;
}

/** Sets up the environment for the tests of a file. */
export function setPageStage(options: Parameters<typeof startTestApp>[0] = {}): PageStage {
  const stage = {} as PageStage;
  beforeAll(async () => {
    [stage.app, stage.browser] = await Promise.all([startTestApp(options), startBrowser()]);
  });
  afterAll(async () => {
    await stage.browser.close();
    await stage.app.close();
  });
  beforeEach(async () => {
    stage.owner = await signUp(stage.app.url);
    stage.page = await openPage(stage.browser, stage.app.url);
    await signInAs(stage.page, stage.app.url, stage.owner);
  });
  afterEach(() => closePage(stage.page));
  return stage;
}

/** Chooses a file in the screen's file input. */
export async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** Drops a file or a folder of this machine on the screen's drop zone. */
export async function dropPath(page: Page, path: string): Promise<void> {
  const zone = await page.getByText('Drag files here or click to browse').boundingBox();
  const [x, y] = [(zone?.x ?? 0) + 20, (zone?.y ?? 0) + 5];
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
}

/** Waits for the result on screen and returns its figures by label. */
export async function resultOf(page: Page): Promise<Record<string, number>> {
  const result = page.getByRole('region', { name: 'Result' });
  await result.waitFor();
  const [labels, values] = await Promise.all([
    result.locator('dt').allInnerTexts(),
    result.locator('dd').allInnerTexts(),
  ]);
  return Object.fromEntries(
    labels.map((label, index) => [label, Number(values[index]?.replaceAll(',', ''))] as const),
  );
}

/** Returns the recent operations on screen, newest first. */
export const operationsOf = (page: Page) =>
  page.getByRole('list', { name: 'Recent operations' }).getByRole('listitem');

/** Clicks a download button and reads the downloaded file. */
export async function downloadedBy(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    buttonOf(page, button).first().click(),
  ]);
  return {
    name: download.suggestedFilename(),
    text: withoutQuotes(await readFile(await download.path(), 'utf8')),
  };
}

/** Fetches a lead from the API by its email. */
export async function leadBy(owner: SignedIn, email: string): Promise<Lead | undefined> {
  return (await owner.get<{ leads: Lead[] }>(`/api/leads?search=${email}`)).body.leads[0];
}

/**
 * Expects that the screen has no violations of WCAG 2.2 AA in either theme and no horizontal scrolling at 360
 * px.
 */
export async function seeAccessible(page: Page, ready: () => Promise<unknown>): Promise<void> {
  for (const [theme, rules] of [
    ['dark', 'all'],
    ['light', 'colours'],
  ] as const) {
    await page.evaluate(`localStorage.setItem('theme', '${theme}')`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await ready();
    await seeNoViolations(page, `${theme} theme`, rules);
    await page.setViewportSize({ width: 360, height: 740 });
    await seeWidth(page, 360, `${theme} theme`);
    await seeNoViolations(page, `${theme} theme at 360 px`, rules);
  }
}
