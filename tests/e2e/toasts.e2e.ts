import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeToast } from '#tests/support/browser.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { type LeadStage, rowOf, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(6));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

const toast = () => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

async function overlaps(a: Locator, b: Locator): Promise<boolean> {
  const [one, two] = [await a.boundingBox(), await b.boundingBox()];
  if (!one || !two) throw new Error('One of them is not on the page');
  return (
    one.x < two.x + two.width &&
    two.x < one.x + one.width &&
    one.y < two.y + two.height &&
    two.y < one.y + one.height
  );
}

it('reports work that changed nothing as no success, with the reason', async () => {
  await page.getByLabel('Select Given5 Family').click();
  await buttonOf(page, 'Set Status').click();
  await dialogOf(page, 'Set Status').getByLabel('Status').click();
  await page.getByRole('option', { name: 'New' }).click();
  await buttonOf(page, 'Set Status for 1 Lead').click();
  await seeToast(page, 'No leads changed', '1 with this status already');
  expect(await toast().locator('svg.text-positive').count()).toBe(0);

  await buttonOf(page, 'Clean No Email').click();
  await dialogOf(page, 'Clean Leads Without Email')
    .getByRole('button', { name: /to Bin$/ })
    .click();
  await seeToast(page, 'Nothing to clean up', 'Every lead has an email.');
  expect(await toast().locator('svg.text-positive').count()).toBe(0);
});

it('covers no button of the selection at any width', async () => {
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/leads');
    await page.getByLabel('Select Given5 Family').click();
    await buttonOf(page, 'Set Status').click();
    await dialogOf(page, 'Set Status').getByLabel('Status').click();
    await page.getByRole('option', { name: 'New' }).click();
    await buttonOf(page, 'Set Status for 1 Lead').click();
    await seeToast(page, 'No leads changed', '1 with this status already');
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await expect.poll(() => overlaps(toast(), bar), { message: `at ${width} px` }).toBe(false);
  }
});

it('hides a tooltip as soon as one types', async () => {
  await rowOf(page, 'Given2 ').getByRole('button').click();
  const drawer = dialogOf(page, 'Given2 Family');
  await drawer.getByLabel('Email', { exact: true }).focus();
  await drawer.getByRole('button', { name: 'Copy lead2@mail.example' }).hover();
  await page.getByRole('tooltip').waitFor();
  expect(await overlaps(page.getByRole('tooltip'), drawer.getByLabel('Email', { exact: true }))).toBe(false);
  await page.keyboard.type('x');
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
});
