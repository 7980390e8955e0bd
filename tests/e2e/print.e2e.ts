import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { settled } from '#tests/screens/scenes.ts';
import { closePage } from '#tests/support/browser.ts';
import { call } from '#tests/support/calls.ts';
import { type LeadStage, rowOf, setLeadStage, tableOf, VARIED, variedRows } from './leads-steps.ts';

const COUNT = 70;
/** Notes of a lead that take more than a sheet. */
const NOTES = 25;
/** Width of landscape A4 without its margins, in CSS pixels. */
const PAPER = { width: 1046, height: 718 };

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

/** Controls, which paper can't use. */
const CONTROLS = ':is(button, input, select, textarea, [role=combobox]):visible';

/** Prints the page and returns the number of sheets, and whether they are wider than high. */
async function printed(): Promise<{ sheets: number; landscape: boolean }> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file) ?? [];
  return {
    sheets: (file.match(/\/Type \/Page\b/g) ?? []).length,
    landscape: Number(width) > Number(height),
  };
}

/** Returns the elements that cut off a part of their content. */
const cutOff = () =>
  page.evaluate<string[]>(`[...document.querySelectorAll('h1, h2, th, td, th *, td *, dd, p, a')]
    .filter((each) => each.checkVisibility() && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
    .filter((each) => getComputedStyle(each).overflowX !== 'visible')
    .map((each) => each.outerHTML.slice(0, 120))`);

const styleOf = (selector: string, property: string) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('${selector}')].map((each) => getComputedStyle(each).${property})`,
  );

async function onPaper(): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
}

it('prints every row of a page of leads, its filters and the date, with the heading on each sheet', async () => {
  await call(stage.owner, 'PATCH', '/api/preferences/lead-table', { pageSize: 100 });
  await page.goto('/leads?search=Given');
  await page.getByText(`${COUNT} leads`).waitFor();
  await rowOf(page, `Given${COUNT - 1} `).waitFor();
  await expect.poll(() => tableOf(page).getAttribute('aria-rowcount')).toBe(`${COUNT + 1}`);
  expect(await printed()).toMatchObject({ landscape: true });
  expect((await printed()).sheets).toBeGreaterThan(1);
  await onPaper();
  await expect.poll(() => tableOf(page).locator('tbody tr:not([aria-hidden])').count()).toBe(COUNT);
  await expect.poll(cutOff).toEqual([]);
  await page.getByRole('heading', { level: 1, name: 'Lead Management' }).waitFor();
  await page.getByText(/^Printed /).waitFor();
  await page.getByRole('list', { name: 'Set filters' }).getByText('Given').waitFor();
  expect(await styleOf('thead', 'display')).toEqual(['table-header-group']);
  await expect.poll(() => page.getByRole('button', { name: 'Add Lead' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
});

it('prints an open lead alone, to its end, as text', async () => {
  const { body } = await stage.owner.get<{ leads: { id: string }[] }>('/api/leads?limit=1');
  for (let note = 1; note <= NOTES; note++) {
    await stage.owner.post(`/api/leads/${body.leads[0]?.id}/notes`, { text: `Note ${note}` });
  }
  for (const width of [1440, 1000]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/leads?lead=${body.leads[0]?.id}`);
    await page.getByRole('dialog').getByText('Lead ID').waitFor();
    const { sheets, landscape } = await printed();
    expect(landscape).toBe(false);
    expect(sheets).toBeGreaterThan(1);
    await onPaper();
    await page
      .getByRole('dialog')
      .getByText(/^Printed /)
      .waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(0);
    await page.getByRole('dialog').getByText('Note 1', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('dialog').locator(CONTROLS).count()).toBe(0);
    await page.getByRole('dialog').getByRole('term').getByText('Email', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('dialog').getByText('Carrier').count()).toBe(0);
    await expect.poll(cutOff).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});

it('prints the dashboard on sheets that break between its cards', async () => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  expect((await printed()).sheets).toBeGreaterThan(0);
  await onPaper();
  const breaks = await styleOf('main section:has(> header h2)', 'breakInside');
  expect(breaks.length).toBeGreaterThan(0);
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
});
