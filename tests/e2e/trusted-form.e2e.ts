import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeToast,
  seeWidth,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { startTrustedForm, type TrustedFormServer } from '#tests/support/trusted-form.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { openLead } from './leads-steps.ts';

const CERTIFICATE = 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567';
let trustedForm: TrustedFormServer;
let app: TestApp;
let browser: Browser;
let owner: SignedIn;
let page: Page;

beforeAll(async () => {
  trustedForm = await startTrustedForm();
  [app, browser] = await Promise.all([startTestApp({ outbound: trustedForm.rules }), startBrowser()]);
  owner = await signUp(app.url);
  await makeLead(owner, { firstName: 'Jane', email: 'jane@example.com', consentCertificate: CERTIFICATE });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await trustedForm.close();
});
beforeEach(async () => {
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
});
afterEach(() => closePage(page));

const openConsent = async () => {
  await page.goto('/leads');
  await openLead(page, 'Jane');
  const section = dialogOf(page, 'Jane').getByRole('region', { name: 'Consent' });
  await section.getByRole('link', { name: CERTIFICATE }).first().waitFor();
  return section;
};

it('verifies certificates once an administrator has saved a key', async () => {
  expect(await buttonOf(await openConsent(), 'Verify').count()).toBe(0);

  await page.goto('/settings');
  const toggle = page.getByRole('switch', { name: 'Verify certificates' });
  await expect.poll(() => toggle.isDisabled()).toBe(true);
  const form = page.getByRole('form', { name: 'TrustedForm API key' });
  await form.getByLabel('API key').fill('f00d');
  await seeNoViolations(page);
  await buttonOf(form, 'Save Key').click();
  await seeToast(page, 'API key saved');
  await expect.poll(() => toggle.isChecked()).toBe(true);
  expect(await form.getByLabel('API key').inputValue()).toBe('');
  await form.getByText('A key is saved. Enter another to replace it.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await seeWidth(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  const section = await openConsent();
  trustedForm.answer = { status: 401, body: { outcome: 'error', reason: 'Incorrect API key' } };
  await buttonOf(section, 'Verify').first().click();
  await section
    .getByText(/TrustedForm refused the API key/)
    .first()
    .waitFor();
  const result = { email_match: true, phone_match: null, success: true };
  trustedForm.answer = { status: 200, body: { outcome: 'success', match_lead: { result } } };
  await buttonOf(section, 'Verify Again').first().click();
  await section.getByText('The email matches.').first().waitFor();
  await section.getByText('Verified', { exact: true }).first().waitFor();
  await seeNoViolations(page);

  await page.goto('/settings');
  await toggle.click();
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await buttonOf(form, 'Remove Key').click();
  await seeToast(page, 'API key removed');
  await expect.poll(() => toggle.isDisabled()).toBe(true);
  const again = await openConsent();
  await again.getByText('Verified', { exact: true }).first().waitFor();
  expect(await buttonOf(again, 'Verify Again').count()).toBe(0);
});
