import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { launchChromium } from './chromium.ts';
import type { SignedIn } from './client.ts';
import { JOINED_NAMES } from './joined-names.ts';
import { CONDITION_HANGS_MS } from './limits.ts';

/** Starts the bundled Chromium. Close it after the last test of the file. */
export function startBrowser(): Promise<Browser> {
  return launchChromium(inject('chromium'));
}

// The browser logs failed responses to the console; tests cause these on purpose.
const REFUSED_CALL = /^Failed to load resource/;

/** Unexpected errors of each page: exceptions, console errors and violations of the content security policy. */
const faults = new WeakMap<Page, string[]>();

/**
 * Opens a page in a context of its own, in English and with reduced motion.
 * @param url address of the server, to which paths are relative
 */
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
  await context.addInitScript(KEEP_TOAST);
  const page = await context.newPage();
  const seen: string[] = [];
  faults.set(page, seen);
  page.on('pageerror', (error) => seen.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) seen.push(message.text());
  });
  return page;
}

/** Closes a page's context after asserting that it had no unexpected errors. */
export async function closePage(page: Page): Promise<void> {
  // Routes may still be at work for calls that the test doesn't wait for.
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
  expect(faults.get(page)).toEqual([]);
}

/** Gives a page the session of a client, as if the user had signed in on it. */
export async function signInAs(page: Page, url: string, client: SignedIn): Promise<void> {
  const [name = '', value = ''] = (client.cookie ?? '').split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * Keeps the latest toast of a page with its lines, so that a test which a busy machine holds up longer than a toast stays
 * open still sees it.
 */
const KEEP_TOAST = `new MutationObserver(() => {
  const item = document.querySelector('[role=region][aria-label^=Notifications] li');
  if (!item) return;
  if (globalThis.latestToast?.item !== item) globalThis.latestToast = { item, seen: false };
  globalThis.latestToast.lines = item.innerText.split('\\n').filter((line) => line.trim() !== '');
}).observe(document, { childList: true, subtree: true, characterData: true })`;

/** Evaluates to the lines of the latest toast if it is open or no test has seen it, and counts it as seen if `when` holds. */
const latestToast = (when: string) => `(() => {
  const toast = globalThis.latestToast;
  if (!toast || (toast.seen && !toast.item.isConnected)) return null;
  const { lines } = toast;
  toast.seen ||= ${when};
  return lines;
})()`;

/** Returns the lines of the current or next toast, joined by line breaks: its title, its description, its button. */
export async function toastOf(page: Page): Promise<string> {
  let lines: string[] | null = null;
  await expect
    .poll(async () => (lines = await page.evaluate<string[] | null>(latestToast('true'))))
    .not.toBeNull();
  return (lines ?? []).join('\n');
}

/** Waits for a toast with these texts, title first. */
export async function seeToast(page: Page, ...texts: string[]): Promise<void> {
  const same = `JSON.stringify(lines) === ${JSON.stringify(JSON.stringify(texts))}`;
  await expect.poll(() => page.evaluate<string[] | null>(latestToast(same))).toEqual(texts);
}

/** Returns the text of the focused element. */
export function focusedText(page: Page): Promise<string | null> {
  return page.evaluate<string | null>('document.activeElement.textContent');
}

/** Waits until the page is exactly `width` CSS pixels wide; a wider page would scroll horizontally. */
export async function seeWidth(page: Page, width: number, at?: string): Promise<void> {
  // Polled, because parts that depend on the width are rendered again after the window was resized.
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: at ?? 'width' })
    .toBe(width);
}

/** Waits until nothing inside the page scrolls horizontally either, as a table that is too wide would. */
export async function seeNoSidewaysScroll(page: Page, at = 'scrolls sideways'): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(SIDEWAYS), { message: at }).toEqual([]);
}

const SIDEWAYS = `[...document.querySelectorAll('body *')]
  .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && each.checkVisibility())
  .map((each) => each.scrollWidth + ' in ' + each.clientWidth + ' px: ' + each.outerHTML.slice(0, 160))`;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Waits until the page has no violations of WCAG 2.2 AA or of axe's best practices, minor ones included, and no words run
 * together in names; reports them as `rule: element`. With `colours`, checks only the rules that depend on the theme.
 */
export async function seeNoViolations(
  page: Page,
  at = 'violations',
  rules: 'all' | 'colours' = 'all',
): Promise<void> {
  // Evaluated, because the content security policy blocks added script elements.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(await readFile(AXE, 'utf8'));
  const only = rules === 'all' ? RULES : ['color-contrast', 'link-in-text-block'];
  // Polled, because elements that are fading in or out are checked with their current colours.
  await expect.poll(() => violationsOf(page, only), { message: at }).toEqual([]);
  if (rules === 'all')
    await expect.poll(() => page.evaluate<string[]>(JOINED_NAMES), { message: at }).toEqual([]);
}

function violationsOf(page: Page, only: string[]): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, only);
}

/** Waits until every control is at least 44 CSS pixels high, its label and the area that reacts around it included. */
export async function seeTouchTargets(page: Page, at = 'touch targets'): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(LOW_TARGETS), { message: at }).toEqual([]);
}

// Links inside a text have the height of its line.
const LOW_TARGETS = `(() => {
  const heightOf = (control) => {
    const boxes = [control, ...(control.labels ?? [])].map((each) => each.getBoundingClientRect().height);
    const around = parseFloat(getComputedStyle(control, '::after').height) || 0;
    return Math.max(...boxes, around);
  };
  const covered = document.querySelector('[data-scroll-locked]') ? '[role=dialog] ' : '';
  const selector = ['button', 'a[href]', 'select', 'input:not([hidden], [aria-hidden])', 'textarea', '[role=option]']
    .map((each) => covered + each).join(',');
  return [...document.querySelectorAll(selector)]
    .filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      const shown = control.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
      return shown && getComputedStyle(control).display !== 'inline' && heightOf(control) < 43.5;
    })
    .map((control) => Math.round(heightOf(control)) + ' px: ' + control.outerHTML.slice(0, 160));
})()`;
