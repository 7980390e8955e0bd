import type { Page, Route } from 'playwright-core';

/** The present on every picture. */
const FROZEN = Date.parse('2026-03-12T10:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Age on the pictures of everything that the run itself made, however long it took. */
const JUST_MADE = 5 * 60_000;

const TIME = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g;
const DAY_TEXT = /\b\d{4}-\d\d-\d\d\b/g;

/**
 * Shows a page the server as if the run had started at one fixed moment: the page's clock stands still, and times in
 * replies are moved by as much, so that pictures of any day are equal.
 * @param start time at which the demo data was begun (milliseconds)
 */
export async function freezeTime(page: Page, start: number): Promise<void> {
  await page.clock.setFixedTime(FROZEN);
  const days = Math.floor(FROZEN / DAY) - Math.floor(start / DAY);
  // A page that has closed needs no replies.
  await page.route('**/api/**', (route) => replyMoved(route, start, days).catch(() => undefined));
}

async function replyMoved(route: Route, start: number, days: number): Promise<void> {
  const request = route.request();
  const url = request.url();
  if (request.method() !== 'GET' || url.endsWith('/api/changes')) return route.continue();
  const dashboard = url.includes('/api/dashboard/');
  // The days of charts follow the server's clock, other days are data.
  const response = await route.fetch({ url: dashboard ? moveDays(url, -days) : url });
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
  const text = (await response.text()).replaceAll(TIME, (_, time: string) => `"${movedTime(time, start)}"`);
  return route.fulfill({ response, body: dashboard ? moveDays(text, days) : text });
}

function movedTime(text: string, start: number): string {
  const age = start - Date.parse(text);
  const recent = Math.abs(age) < HOUR;
  return new Date(FROZEN - (recent ? JUST_MADE : Math.round(age / HOUR) * HOUR)).toISOString();
}

function moveDays(text: string, days: number): string {
  return text.replaceAll(DAY_TEXT, (day) =>
    new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 'yyyy-mm-dd'.length),
  );
}
