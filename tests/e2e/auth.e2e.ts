import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeToast,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { PASSWORD, signUp } from '#tests/support/client.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function fillIn(username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

describe('on an empty database', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ config: { registrationOpen: false } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    page = await openPage(browser, app.url);
  });
  afterEach(() => closePage(page));

  it('asks for the first administrator, names a bad password at its field, and signs in', async () => {
    await page.goto('/');
    await page.waitForURL('**/auth');
    await page.getByRole('heading', { name: 'Create the first administrator' }).waitFor();
    await fillIn('ana', 'short');
    await page.getByRole('button', { name: 'Create Administrator' }).click();
    const password = page.getByLabel('Password', { exact: true });
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('A password needs at least 8 characters').waitFor();

    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');

    await fillIn('ana', PASSWORD);
    await page.getByRole('button', { name: 'Create Administrator' }).click();
    await page.waitForURL(`${app.url}/`);
    await seeToast(page, 'Account created!', 'Welcome, ana!');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  });

  it('offers no registration once there is one', async () => {
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await expect.poll(() => page.getByText('Create an Account').count()).toBe(0);
  });
});

describe('with an account', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
    await signUp(app.url, 'kenji');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    page = await openPage(browser, app.url);
  });
  afterEach(() => closePage(page));

  it('shows the sign-in page as it is worded, without violations in both themes', async () => {
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Lead Management System', level: 1 }).waitFor();
    await page.getByText('Sign in to access your lead database').waitFor();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await page.getByText('Enter your credentials to access your account').waitFor();
    await page.getByPlaceholder('Enter your username').waitFor();
    await page.getByPlaceholder('Enter your password').waitFor();
    await page.getByRole('complementary', { name: 'What Lead Manager does' }).waitFor();
    await expect.poll(() => page.title()).toBe('Sign in · Lead Manager');
    await seeNoViolations(page);
    await page.getByRole('button', { name: 'Use light theme' }).click();
    await seeNoViolations(page);
  });

  it('asks for both fields before it calls the server', async () => {
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('Enter your username', { exact: true }).waitFor();
    await page.getByText('Enter your password', { exact: true }).waitFor();
  });

  it('says what is wrong with a sign-in, shows the pending text, then signs in and goes to the dashboard', async () => {
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await fillIn('kenji', 'not the password');
    await page.getByRole('button', { name: 'Login' }).click();
    await seeToast(page, 'Login failed', 'Invalid username or password');

    await page.route('**/api/login', async (route) => {
      await page.getByRole('button', { name: 'Logging in...' }).waitFor();
      await route.continue();
    });
    await fillIn('kenji', PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(`${app.url}/`);
    await seeToast(page, 'Welcome back!', 'Logged in as kenji');
  });

  it('sends a signed-in user from the sign-in page to the dashboard', async () => {
    await signInAs(page, app.url, await signUp(app.url));
    await page.goto('/auth');
    await page.waitForURL(`${app.url}/`);
  });

  it('signs out for good', async () => {
    await signInAs(page, app.url, await signUp(app.url));
    await page.goto('/history');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
    await seeToast(page, 'Logged out', 'You have been logged out successfully');
    await page.goto('/history');
    await page.waitForURL('**/auth');
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  });

  it('creates a further account where registration is open', async () => {
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Create an Account' }).click();
    await page.getByRole('heading', { name: 'Create an Account' }).waitFor();
    await fillIn('KENJI', PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await seeToast(page, 'Registration failed', 'This username is taken. Choose another.');
    await fillIn('maria', PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL(`${app.url}/`);
    await seeToast(page, 'Account created!', 'Welcome, maria!');
  });
});
