import { expect, it } from 'vitest';
import { seeNoViolations, seeToast, signInAs } from '#tests/support/browser.ts';
import { PASSWORD, type SignedIn } from '#tests/support/client.ts';
import { codeOf, enableTwoFactor } from '#tests/support/two-factor.ts';
import { breakCalls, dialogButton, passwordIn, secretIn, seeClosed } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { downloadedBy, seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const codeBox = () => stage.page.getByLabel('Authentication code');

async function openScreen(): Promise<void> {
  await stage.page.goto('/security');
  await stage.page.getByRole('heading', { name: 'Two-Factor Authentication (2FA)' }).waitFor();
}

/** Signs in with the password, up to the second step. */
async function enterPassword(user: SignedIn): Promise<void> {
  const { page } = stage;
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Username').fill(user.user.username);
  await passwordIn(page).fill(PASSWORD);
  await buttonOf(page, 'Login').click();
  await page.getByRole('heading', { name: 'Two-Factor Authentication' }).waitFor();
}

it('is set up with a picture or the secret as text, verified, and gives recovery codes once', async () => {
  const { page, owner } = stage;
  await openScreen();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await buttonOf(page, 'Set Up 2FA').click();
  const setup = dialogOf(page, 'Set Up 2FA');
  const picture = setup.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect.poll(() => picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  await expect
    .poll(() => page.evaluate<number>('document.querySelector("[role=dialog] img").naturalWidth'))
    .toBeGreaterThan(100);
  const secret = await secretIn(setup);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await seeNoViolations(page);

  const code = setup.getByLabel('Verification code');
  const verify = dialogButton(setup, 'Verify');
  await code.fill('12345');
  await expect.poll(() => verify.isDisabled()).toBe(true);
  const wrong = codeOf(secret, 400);
  await code.fill(`${wrong.slice(0, 3)} ${wrong.slice(3)}7`);
  await expect.poll(() => code.inputValue()).toBe(wrong);
  await verify.click();
  await seeToast(page, 'Error', 'Invalid verification code');
  await setup.getByText('Invalid verification code').waitFor();
  await code.fill(codeOf(secret));
  await verify.click();

  const shown = dialogOf(page, 'Recovery Codes');
  await shown.waitFor();
  const codes = await shown.getByRole('listitem').allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  await seeNoViolations(page);
  const file = await downloadedBy(page, 'Download');
  expect(file.name).toBe('lead-manager-recovery-codes.txt');
  for (const recoveryCode of codes) expect(file.text).toContain(recoveryCode);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialogButton(shown, 'Copy the recovery codes').click();
  await dialogButton(shown, 'Copied').waitFor();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
  await page.keyboard.press('Escape');
  await dialogButton(shown, "I've saved them").click();
  await seeClosed(shown);
  await page.getByText('Enabled', { exact: true }).waitFor();
  await expect.poll(async () => (await owner.get('/api/user')).status).toBe(401);
});

it('says that the setup failed', async () => {
  const { page } = stage;
  await openScreen();
  await breakCalls(page, '**/api/2fa/setup');
  await buttonOf(page, 'Set Up 2FA').click();
  await seeToast(page, 'Error', 'Failed to setup 2FA');
});

it('asks for a code at sign-in, takes none twice, and signs in with the next', async () => {
  const { page, owner } = stage;
  const { secret } = (await owner.post<{ secret: string }>('/api/2fa/setup')).body;
  const used = codeOf(secret);
  await expect.poll(async () => (await owner.post('/api/2fa/verify', { token: used })).status).toBe(200);
  await enterPassword(owner);
  await page.getByText(`One more step for ${owner.user.username}`).waitFor();
  await expect.poll(() => buttonOf(page, 'Login').isDisabled()).toBe(true);
  await codeBox().fill(used);
  await buttonOf(page, 'Login').click();
  await seeToast(page, 'Login failed', 'Invalid verification code');
  await expect.poll(() => codeBox().inputValue()).toBe('');
  await codeBox().fill(codeOf(secret, 1));
  await codeBox().press('Enter');
  await page.waitForURL(`${stage.app.url}/`);
  await seeToast(page, 'Welcome back!', `Logged in as ${owner.user.username}`);
});

it('takes a recovery code in place of the code, once', async () => {
  const { page, owner } = stage;
  const { recoveryCodes } = await enableTwoFactor(owner);
  const [first = '', second = ''] = recoveryCodes;
  await enterPassword(owner);
  await buttonOf(page, 'Use a Recovery Code').click();
  await page.getByLabel('Recovery code').fill(first);
  await buttonOf(page, 'Login').click();
  await page.waitForURL(`${stage.app.url}/`);

  await enterPassword(owner);
  await buttonOf(page, 'Use a Recovery Code').click();
  await page.getByLabel('Recovery code').fill(first);
  await buttonOf(page, 'Login').click();
  await seeToast(page, 'Login failed', 'Invalid verification code');
  await page.getByLabel('Recovery code').fill(second);
  await buttonOf(page, 'Login').click();
  await page.waitForURL(`${stage.app.url}/`);
});

it('goes back from the second step to the first', async () => {
  const { page, owner } = stage;
  await enableTwoFactor(owner);
  await enterPassword(owner);
  await buttonOf(page, 'Back').click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await expect.poll(() => passwordIn(page).inputValue()).toBe('');
});

it('is disabled with the password, and gives new recovery codes for it', async () => {
  const { page, owner } = stage;
  const { recoveryCodes } = await enableTwoFactor(owner);
  await signInAs(page, stage.app.url, owner);
  await openScreen();
  await buttonOf(page, 'New Recovery Codes').click();
  const renew = dialogOf(page, 'New Recovery Codes');
  await expect.poll(() => dialogButton(renew, 'Create New Codes').isDisabled()).toBe(true);
  await passwordIn(renew).fill('not the password');
  await dialogButton(renew, 'Create New Codes').click();
  await seeToast(page, 'Error', 'Invalid password');
  await passwordIn(renew).fill(PASSWORD);
  await dialogButton(renew, 'Create New Codes').click();
  const shown = dialogOf(page, 'Recovery Codes');
  await shown.waitFor();
  const codes = await shown.getByRole('listitem').allInnerTexts();
  expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  await dialogButton(shown, "I've saved them").click();
  await seeClosed(shown);

  await buttonOf(page, 'Disable 2FA').click();
  const disable = dialogOf(page, 'Disable 2FA');
  await expect.poll(() => dialogButton(disable, 'Disable 2FA').isDisabled()).toBe(true);
  await passwordIn(disable).fill('not the password');
  await dialogButton(disable, 'Disable 2FA').click();
  await seeToast(page, 'Error', 'Invalid password');
  await disable.getByText('Invalid password').waitFor();
  await seeNoViolations(page);
  await passwordIn(disable).fill(PASSWORD);
  await dialogButton(disable, 'Disable 2FA').click();
  await seeToast(page, '2FA disabled', 'You now sign in with just your password');
  await seeClosed(disable);
  await buttonOf(page, 'Set Up 2FA').waitFor();
});

it('has no violations of WCAG 2.2 AA at the second step in either theme and fits a phone', async () => {
  const { page, owner } = stage;
  await enableTwoFactor(owner);
  await page.context().clearCookies();
  await page.goto('/auth');
  await seeAccessible(page, () => enterPassword(owner));
});
