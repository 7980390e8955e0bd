import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { csvFile, importLeads } from '#tests/support/imports.ts';

// 12 countries in descending order of leads, in steps of two: the first has 24 leads, the last 2.
const COUNTRIES =
  'United States,United Kingdom,Germany,France,Italy,Spain,Poland,Brazil,India,Canada,Malta,Atlantis'.split(
    ',',
  );
const BRANDS = 11;
const TAGS = 17;
const MAPPING = { mail: 'email', phone: 'phone', country: 'country', brand: 'brand', tag: 'tags' };

function leadRows(): string[][] {
  const rows = COUNTRIES.flatMap((country, rank) =>
    Array.from({ length: 2 * (COUNTRIES.length - rank) }, () => country),
  );
  return rows.map((country, row) => [
    `lead${row}@mail.example`,
    row < 100 ? `+1201555${1000 + row}` : '12',
    country,
    `Brand ${(row % BRANDS) + 1}`,
    `tag ${(row % TAGS) + 1}`,
  ]);
}

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
  owner = await signUp(app.url);
  const { stats } = await importLeads(owner, csvFile([Object.keys(MAPPING), ...leadRows()]), {
    fieldMapping: MAPPING,
    options: { countryFromPhone: false },
  });
  expect(stats.imported).toBe(156);
  await importLeads(owner, csvFile([['mail'], ['nowhere@mail.example']]), {
    fieldMapping: { mail: 'email' },
  });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
});
afterEach(() => closePage(page));

const cardOf = (label: string) => page.locator('dl', { has: page.getByText(label, { exact: true }) });
const section = (title: string) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const boxesOf = async (elements: Locator) =>
  (await Promise.all((await elements.all()).map((element) => element.boundingBox()))).filter(
    (box) => box !== null,
  );
/** Pairs of boxes that cover each other. */
const overlapping = (boxes: { x: number; y: number; width: number; height: number }[]) =>
  boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => [one, other]),
  );
const map = () => page.getByRole('region', { name: 'Map of leads by country' });

describe('the numbers', () => {
  it('are five, with their labels, helps and shares', async () => {
    await page.goto('/');
    await page.getByText('Overview of your lead management system').waitFor();
    for (const [label, value, help] of [
      ['Total Leads', '157', 'Leads in database'],
      ['Valid Numbers', '100', 'Google verified'],
      ['Total Imports', '2', 'Files imported'],
      ['New Leads', '157', 'Awaiting review'],
      ['Qualified', '0', 'Ready for outreach'],
    ] as const) {
      await expect.poll(() => cardOf(label).locator('dd').first().textContent()).toBe(value);
      await cardOf(label).getByText(help, { exact: true }).waitFor();
    }
    await cardOf('Valid Numbers').getByText('63.7%').waitFor();
  });

  it('say when they cannot be read, and try again', async () => {
    let broken = true;
    await page.route('**/api/dashboard/stats', (route) =>
      broken
        ? route.fulfill({ status: 503, json: { message: 'Starting', requestId: 'request-3' } })
        : route.continue(),
    );
    await page.goto('/');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch the numbers' });
    await alert.getByText('request-3').waitFor();
    broken = false;
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await cardOf('Total Leads').getByText('157').waitFor();
  });
});

describe('the breakdowns', () => {
  it('list ten countries with flag, total, valid and qualified, and all on demand', async () => {
    await page.goto('/');
    const list = section('Leads by Country');
    const rows = list.locator('tbody tr');
    await list.getByText('United States').waitFor();
    await expect.poll(() => rows.count()).toBe(10);
    await expect.poll(() => rows.first().locator('td').allInnerTexts()).toEqual(['24', '24', '0']);
    await expect.poll(() => rows.first().locator('th').textContent()).toContain('🇺🇸');

    await button('Show All (13): Leads by Country').click();
    await expect.poll(() => rows.count()).toBe(13);
    for (const unknown of ['Atlantis', 'Unknown']) {
      const row = rows.filter({ hasText: unknown });
      await expect.poll(() => row.locator('svg.lucide-globe').count(), { message: unknown }).toBe(1);
    }
    await expect.poll(() => list.getByRole('link', { name: 'Unknown' }).count()).toBe(0);
    await button('Show Less: Leads by Country').click();
    await expect.poll(() => rows.count()).toBe(10);
  });

  it('list ten brands and fifteen tags, and all on demand', async () => {
    await page.goto('/');
    for (const [title, shown, all] of [
      ['Leads by Brand', 10, BRANDS],
      ['Leads by Tag', 15, TAGS],
    ] as const) {
      const items = page.getByRole('list', { name: title }).getByRole('listitem');
      await items.first().waitFor();
      await expect.poll(() => items.count()).toBe(shown);
      await button(`Show All (${all}): ${title}`).click();
      await expect.poll(() => items.count()).toBe(all);
      await button(`Show Less: ${title}`).click();
      await expect.poll(() => items.count()).toBe(shown);
    }
    const first = page.getByRole('list', { name: 'Leads by Brand' }).getByRole('listitem').first();
    await expect.poll(async () => (await first.allInnerTexts())[0]).toMatch(/Brand \d+\s+15\s+leads/);
  });

  it('lead to the leads they count', async () => {
    await page.goto('/');
    await section('Leads by Country').getByRole('link', { name: 'Germany' }).click();
    await page.waitForURL('**/leads?country=Germany');
    await page.goBack();
    await page.getByRole('link', { name: 'tag 3', exact: true }).click();
    await page.waitForURL('**/leads?tags=tag+3');
  });
});

describe('the pictures', () => {
  it('show a map that is one stop of the keyboard, names its countries, and opens their leads', async () => {
    await page.goto('/');
    await map().getByRole('link', { name: 'United States: 24 leads' }).waitFor();
    await expect.poll(() => map().locator('a[tabindex="0"]').count()).toBe(1);
    await map().locator('a[tabindex="0"]').focus();
    await map().getByText('24 valid · 0 qualified').waitFor();
    await page.keyboard.press('ArrowRight');
    await map().getByText('United Kingdom').waitFor();
    await page.keyboard.press('End');
    await map().getByText('4 leads', { exact: true }).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/leads?country=United+Kingdom');
  });

  it('tell a country on hover, and go there on a click', async () => {
    await page.goto('/');
    await map().getByText('11 countries with leads').waitFor();
    await map().getByText('3 without a known country').waitFor();
    const brazil = map().getByRole('link', { name: 'Brazil: 10 leads' });
    await brazil.hover();
    await map().getByText('10 leads', { exact: true }).waitFor();
    await brazil.click();
    await page.waitForURL('**/leads?country=Brazil');
  });

  it('zoom to Europe, with a legend whose labels cover nothing', async () => {
    await page.goto('/');
    const link = map().getByRole('link', { name: 'Germany: 20 leads' });
    await link.waitFor();
    const before = await link.boundingBox();
    await page.getByRole('radio', { name: 'Europe' }).click();
    await page.waitForURL('**/?map=europe');
    await expect
      .poll(async () => (await link.boundingBox())?.width)
      .toBeGreaterThan(2.5 * (before?.width ?? 0));
    await expect
      .poll(() =>
        map()
          .getByRole('link', { name: /^Brazil/ })
          .count(),
      )
      .toBe(0);
    await link.hover();
    await map().getByText('20 leads', { exact: true }).waitFor();
    const legend = map().getByRole('list', { name: 'Leads by shade' });
    await expect
      .poll(() => legend.getByRole('listitem').allInnerTexts())
      .toEqual(['Under 6', '6 – 7', '8 – 9', '10 – 14', '15+']);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await link.waitFor();
    expect(overlapping(await boxesOf(legend.locator('span')))).toEqual([]);
    expect(overlapping(await boxesOf(map().locator('[data-labels] text')))).toEqual([]);
  });

  it('show the figures of a step of the chart to the keyboard and the pointer', async () => {
    await page.goto('/');
    const chart = page.getByRole('slider', { name: 'Rows imported by day' });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/\d{4}: \d+ imported, 0 updated/);
    const card = section('Imports and Sales');
    await card.getByText(/^\d+ imported$/).waitFor();
    await page.keyboard.press('Home');
    await card.getByText('0 duplicates in 0 files').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => card.getByText('0 imported').count()).toBe(0);
    await card.getByRole('radio', { name: 'Leads created' }).click();
    const drawn = page.getByRole('slider', { name: 'Leads created by day' }).locator('..');
    await drawn.hover({ position: { x: 200, y: 100 } });
    await card.getByText('0 leads created').waitFor();
  });

  it('turn into tables of the same numbers', async () => {
    await page.goto('/');
    await map().getByText('11 countries with leads').waitFor();
    await button('World Map: show as a table').click();
    const countries = page.getByRole('table', { name: 'Leads by country' }).getByRole('row');
    await expect.poll(() => countries.count()).toBe(14);
    await button('Imports and Sales: show as a table').click();
    const [, ...days] = await page
      .getByRole('table', { name: 'Imports and Sales' })
      .getByRole('row')
      .allInnerTexts();
    // The files may have been imported on either side of midnight, which makes two days.
    const imported = days.map((day) => Number(day.split('\t')[2]));
    expect(imported.reduce((sum, rows) => sum + rows, 0)).toBe(157);
    await button('Validity and Status: show as a table').click();
    const shares = page.getByRole('table', { name: 'Validity and status' }).getByRole('row');
    await expect
      .poll(async () => (await shares.allInnerTexts()).slice(1))
      .toEqual(['Valid number\t100\t63.7%', 'No valid number\t57\t36.3%', 'New\t157\t100.0%']);
    await seeNoViolations(page);
    await button('World Map: show the picture').click();
    await map().waitFor();
  });

  it('draw flags with the font that is served along', async () => {
    const font = page.waitForResponse((response) => /TwemojiCountryFlags.*\.woff2$/.test(response.url()));
    await page.goto('/');
    await expect.poll(async () => (await font).status()).toBe(200);
  });
});

describe('an organization without leads', () => {
  beforeEach(async () => {
    await signInAs(page, app.url, await signUp(app.url));
  });

  it('is told so in each breakdown, and how to begin first of all', async () => {
    await page.goto('/');
    for (const text of [
      'No country data available. Import leads with country information to see breakdown.',
      'No brand data available. Import leads with brand information to see breakdown.',
      'No tag data available. Import leads with tags or add tags manually to see breakdown.',
    ]) {
      await page.getByText(text).waitFor();
    }
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect.poll(async () => (await headings.allInnerTexts())[0]).toBe('Getting Started');
    const steps = section('Getting Started').getByRole('listitem');
    await expect
      .poll(async () => (await steps.allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(['1. Import Your Leads', '2. Manage Your Data', '3. Customize Fields']);
    await steps.last().getByRole('link').click();
    await page.waitForURL('**/settings');
  });

  it.each(['dark', 'light'])('has no violations of WCAG 2.2 AA in the %s theme', async (theme) => {
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`);
    await page.goto('/');
    await page.getByText('No tag data available').waitFor();
    await seeNoViolations(page);
  });
});

it.each(['dark', 'light'])('has no violations of WCAG 2.2 AA in the %s theme', async (theme) => {
  await page.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  await page.goto('/');
  await map().getByText('11 countries with leads').waitFor();
  await section('Validity and Status').getByText('Valid number', { exact: true }).waitFor();
  await seeNoViolations(page);
});

it.each([360, 390, 820, 1440, 2560])('fits a window of %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.goto('/');
  await map().getByText('11 countries with leads').waitFor();
  await seeWidth(page, width);
});

it('has cards of equal heights in each row', async () => {
  await page.goto('/');
  await map().getByText('11 countries with leads').waitFor();
  for (const row of [
    ['World Map', 'Leads by Country'],
    ['Leads by Brand', 'Leads by Tag'],
    ['Sales by Source', 'Sales by Buyer'],
    ['Suppliers', 'Validity and Status'],
  ]) {
    const boxes = await boxesOf(section(row[0] ?? '').or(section(row[1] ?? '')));
    expect(new Set(boxes.map(({ y, height }) => `${Math.round(y)}+${Math.round(height)}`)).size, row[0]).toBe(
      1,
    );
    expect(boxes, row[0]).toHaveLength(2);
  }
});
