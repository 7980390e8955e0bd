// Measures the lead list in a real browser: the time from a key press to new rows, the part of it beyond the
// server's answer, the layout shift, and the scripts that the first visit loads. Arguments: leads, rows per page
// (20, 50, 100 or 200), presses of each key.
import { get } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { setPreferences } from '#contract/views.ts';
import { launchChromium, unpackedChromium } from '#tests/support/chromium.ts';
import { seeded } from './support/lead-csv.ts';
import { withLeadDatabase } from './support/lead-database.ts';
import { percentile } from './support/machine.ts';
import { type KeyToRows, layoutShift, pressForRows, watchPage } from './support/page-watch.ts';
import { type BenchServer, CREDENTIALS } from './support/server.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const pageSize = Number(process.argv[3] ?? LEADS_PAGE_SIZE);
const PRESSES = Number(process.argv[4] ?? 200);
/** Presses per filter and per column: others come from the cache or find the same leads. */
const FILTER_STEPS = 20;
/** Maximum time from a key press to new rows, beyond the server's answer (ms). */
const WANTED_MS = 150;
/** Maximum size of the scripts that the first visit to the lead list loads, gzipped (KB of 1,000 bytes). */
const WANTED_KB = 180;

const random = seeded(11);
const upTo = (n: number): number => Math.floor(random() * n);

await withLeadDatabase({ leads, others: { organizations: 0, leads: 0 } }, async ({ server }) => {
  const browser = await launchChromium(await unpackedChromium());
  try {
    await measure(server, browser);
  } finally {
    await browser.close();
  }
});

async function measure(server: BenchServer, browser: Browser): Promise<void> {
  await server.send(setPreferences.path, {
    method: setPreferences.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pageSize }),
  });
  const page = await signedInPage(server, browser);
  const scripts = await firstVisit(page);
  const size = (await Promise.all(scripts.map(gzippedBytes))).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  const most = size > WANTED_KB ? ' (missed)' : '';
  print(
    `scripts of the first visit: ${scripts.length}, ${size.toFixed(1)} KB gzipped${most}, wanted ${WANTED_KB}`,
  );
  print(`layout shift of the first visit: ${(await layoutShift(page)).toFixed(4)}\n`);
  print(
    '| key press to new rows | presses | beyond the answer p50 | p95 ms | wanted | in all p50 | p95 ms |',
  );
  print('|---|---|---|---|---|---|---|');
  const visit = await layoutShift(page);
  row('a letter of a search', await typed(page));
  row('the search cleared', await cleared(page));
  row('Enter on Next', await turned(page));
  row('Enter on a value of a filter', await filtered(page));
  row('Enter on the head of a column', await sorted(page));
  print(`\nlayout shift of all that: ${((await layoutShift(page)) - visit).toFixed(4)}`);
}

async function signedInPage(server: BenchServer, browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  });
  const answer = await context.request.post('/api/login', {
    data: CREDENTIALS,
    headers: { origin: server.url },
  });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`);
  const page = await context.newPage();
  await watchPage(page);
  return page;
}

/**
 * Opens the lead list with a cold cache and returns the URLs of the scripts requested before its rows
 * appeared.
 */
async function firstVisit(page: Page): Promise<string[]> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.goto('/leads');
  await page.locator('table[aria-label="Leads"] tbody [data-cell="19:0"]').waitFor();
  const initial = [...scripts];
  // The total may arrive after the rows.
  await page.waitForTimeout(1000);
  return initial;
}

/** Returns the number of bytes that a script takes on the wire when the browser accepts gzip. */
function gzippedBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, async (answer) => {
      let bytes = 0;
      for await (const chunk of answer) bytes += (chunk as Buffer).length;
      resolve(bytes);
    }).on('error', reject);
  });
}

/** Types numbers and names letter by letter, each letter after the rows of the previous one have appeared. */
async function typed(page: Page): Promise<KeyToRows[]> {
  const box = page.getByLabel('Search leads');
  const times: KeyToRows[] = [];
  while (times.length < PRESSES) {
    await box.focus();
    for (const key of term()) {
      const took = await pressForRows(page, key);
      if (took !== null) times.push(took);
    }
    await pressForRows(page, 'Escape');
  }
  return times;
}

/** Returns a search term each of whose letters matches different leads. */
function term(): string {
  return random() < 0.7
    ? String(10_000 + upTo(90_000))
    : (['sc', 'ta', 'ok', 'ro', 'mo', 'ei'][upTo(6)] ?? '');
}

async function cleared(page: Page): Promise<KeyToRows[]> {
  const times: KeyToRows[] = [];
  for (let call = 0; call < PRESSES / 4; call++) {
    await page.getByLabel('Search leads').focus();
    for (const key of String(100 + upTo(900))) await pressForRows(page, key);
    const took = await pressForRows(page, 'Escape');
    if (took !== null) times.push(took);
  }
  return times;
}

async function turned(page: Page): Promise<KeyToRows[]> {
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const times: KeyToRows[] = [];
  while (times.length < PRESSES) {
    // Few leads have few pages: the next round begins with an empty cache.
    if (await next.isDisabled()) await openList(page);
    await next.focus();
    const took = await pressForRows(page, 'Enter');
    if (took !== null) times.push(took);
  }
  return times;
}

/** Walks through the values of three filters, each on a freshly loaded page whose cache is empty. */
async function filtered(page: Page): Promise<KeyToRows[]> {
  const times: KeyToRows[] = [];
  for (const filter of ['Country', 'Brand', 'Source']) {
    await openList(page);
    await page.getByRole('button', { name: 'Advanced Filters' }).click();
    const field = page.getByRole('region', { name: 'Advanced Filters' }).getByLabel(filter, { exact: true });
    for (let step = 0; step < FILTER_STEPS; step++) {
      await field.click();
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('ArrowDown');
      const took = await pressForRows(page, 'Enter');
      if (took !== null) times.push(took);
    }
  }
  return times;
}

/** Sorts by every column in both directions, on a freshly loaded page whose cache is empty. */
async function sorted(page: Page): Promise<KeyToRows[]> {
  const times: KeyToRows[] = [];
  await openList(page);
  const heads = page.locator('[data-head]');
  for (let column = 0; column < (await heads.count()); column++) {
    await heads.nth(column).focus();
    for (let press = 0; press < 2; press++) {
      const took = await pressForRows(page, 'Enter');
      if (took !== null) times.push(took);
    }
  }
  return times;
}

async function openList(page: Page): Promise<void> {
  await page.goto('/leads');
  await page.locator('table[aria-label="Leads"] tbody [data-cell="19:0"]').waitFor();
  // The values of the filters and the total may arrive after the rows.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
}

function row(name: string, times: readonly KeyToRows[]): void {
  const beyond = times.map(({ total, server }) => total - server);
  const total = times.map((time) => time.total);
  const missed = percentile(beyond, 0.95) > WANTED_MS ? ' (missed)' : '';
  print(
    `| ${name} | ${times.length} | ${percentile(beyond, 0.5).toFixed(0)} | ${percentile(beyond, 0.95).toFixed(0)}${missed} | ` +
      `${WANTED_MS} | ${percentile(total, 0.5).toFixed(0)} | ${percentile(total, 0.95).toFixed(0)} |`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
