import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { launchChromium } from './chromium.ts';
import type { SignedIn } from './client.ts';
import { CONDITION_HANGS_MS } from './limits.ts';

/** Starts the Chromium of the packages; close it after the last test of the file. */
export function startBrowser(): Promise<Browser> {
  return launchChromium(inject('chromium'));
}

// The browser itself notes answers that are no success; tests cause them on purpose.
const REFUSED_CALL = /^Failed to load resource/;

/** Faults of a page that no test looks for: exceptions, errors on the console, violations of the content security policy. */
const faults = new WeakMap<Page, string[]>();

/** Opens a page in a context of its own, without motion, in English. Paths are relative to `url`, the server's. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(CONDITION_HANGS_MS);
  const page = await context.newPage();
  const seen: string[] = [];
  faults.set(page, seen);
  page.on('pageerror', (error) => seen.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) seen.push(message.text());
  });
  return page;
}

/** Closes a page's context, after making sure that nothing went wrong in it unseen. */
export async function closePage(page: Page): Promise<void> {
  await page.context().close();
  expect(faults.get(page)).toEqual([]);
}

/** Gives a page the session of a client, as if it had signed in there. */
export async function signInAs(page: Page, url: string, client: SignedIn): Promise<void> {
  const [name = '', value = ''] = (client.cookie ?? '').split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Returns the text of the toast on screen, or of the next one: title, line break, description. */
export async function toastOf(page: Page): Promise<string> {
  const toast = toasts(page).first();
  await toast.waitFor();
  return (await toast.allInnerTexts()).join();
}

/** Waits for a toast with these texts, title first. */
export async function seeToast(page: Page, ...texts: string[]): Promise<void> {
  const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  await expect.poll(async () => (await toasts(page).allInnerTexts()).map(linesOf)).toEqual([texts]);
}

/** Returns the text of the focused element. */
export function focusedText(page: Page): Promise<string | null> {
  return page.evaluate<string | null>('document.activeElement.textContent');
}

/** Waits until the page is as wide as the window (CSS pixels), for a wider one scrolls sideways. */
export async function seeWidth(page: Page, width: number, at?: string): Promise<void> {
  // Polled: the parts that depend on the width are drawn anew after the window has changed.
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: at ?? 'width' })
    .toBe(width);
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Waits until WCAG 2.2 AA finds nothing wrong with the page; what it finds is named as `rule: element`. */
export async function seeNoViolations(page: Page, at = 'violations'): Promise<void> {
  // Evaluated rather than added as a script element, which the content security policy refuses.
  await page.evaluate(await readFile(AXE, 'utf8'));
  // Polled: what is fading in or out is judged by the colours of that moment.
  await expect.poll(() => violationsOf(page), { message: at }).toEqual([]);
}

function violationsOf(page: Page): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ runOnly: rules });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, RULES);
}
