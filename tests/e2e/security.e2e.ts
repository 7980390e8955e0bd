import { expect, it } from 'vitest';
import type { IpEntry } from '#contract/ip-whitelist.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { seeNoViolations, seeToast, signInAs } from '#tests/support/browser.ts';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { codeOf, enableTwoFactor } from '#tests/support/two-factor.ts';
import { becomeColleague, breakCalls, dialogButton, passwordIn, seeClosed } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const addressBox = () => stage.page.getByLabel('IP address', { exact: true });
const entries = () => stage.page.getByRole('list', { name: 'IP whitelist' }).getByRole('listitem');
const entryOf = (address: string) => entries().filter({ hasText: address });
const sessions = () => stage.page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
const exportSwitch = () =>
  stage.page.getByRole('switch', { name: 'Require authentication for exports', exact: true });

async function openScreen(): Promise<void> {
  await stage.page.goto('/security');
  await stage.page.getByRole('heading', { name: 'Security Settings', level: 1 }).waitFor();
  await stage.page
    .getByRole('paragraph')
    .filter({ hasText: /^127\.0\.0\.1$/ })
    .waitFor();
}

async function addEntry(ipAddress: string, description?: string): Promise<IpEntry> {
  const { status, body } = await stage.owner.post<IpEntry>('/api/ip-whitelist', { ipAddress, description });
  expect(status).toBe(201);
  return body;
}

it('changes the own password and signs out everywhere else', async () => {
  const { page, app, owner } = stage;
  const other = clientOf(app.url);
  const { username } = owner.user;
  await other.post('/api/login', { username, password: PASSWORD });
  await openScreen();
  await expect.poll(() => sessions().count()).toBe(2);
  await passwordIn(page, 'Current password').fill('not the password');
  await passwordIn(page, 'New password').fill('password1');
  await passwordIn(page, 'Confirm new password').fill('password2');
  await buttonOf(page, 'Change Password').click();
  await page.getByText("Passwords don't match").waitFor();
  await passwordIn(page, 'Confirm new password').fill('password1');
  await buttonOf(page, 'Change Password').click();
  await seeToast(page, 'Error', 'Invalid password');
  await page.getByText('Invalid password', { exact: true }).first().waitFor();
  await passwordIn(page, 'Current password').fill(PASSWORD);
  await buttonOf(page, 'Change Password').click();
  await expect.poll(() => passwordIn(page, 'New password').getAttribute('aria-invalid')).toBe('true');
  await passwordIn(page, 'New password').fill('nobody would guess this');
  await passwordIn(page, 'Confirm new password').fill('nobody would guess this');
  await buttonOf(page, 'Change Password').click();
  await seeToast(page, 'Password changed', "You've been signed out of all other sessions");
  await expect.poll(() => passwordIn(page, 'Current password').inputValue()).toBe('');
  await expect.poll(() => sessions().count()).toBe(1);
  await expect.poll(async () => (await other.get('/api/user')).status).toBe(401);
  const { status } = await other.post('/api/login', { username, password: 'nobody would guess this' });
  expect(status).toBe(200);
});

it('turns the verification of exports off with the password only, and says a failure', async () => {
  const { page, owner } = stage;
  await openScreen();
  await exportSwitch().click();
  await seeToast(page, 'Setting updated', 'Exports now require your password');
  await expect.poll(() => exportSwitch().getAttribute('aria-checked')).toBe('true');
  await expect.poll(async () => (await owner.get('/api/leads/export?limit=all')).status).toBe(403);

  await exportSwitch().click();
  const asked = dialogOf(page, 'Turn Off Export Authentication');
  await asked.waitFor();
  await seeNoViolations(page);
  await expect.poll(() => dialogButton(asked, 'Turn Off').isDisabled()).toBe(true);
  await passwordIn(asked).fill('not the password');
  await dialogButton(asked, 'Turn Off').click();
  await asked.getByText('Invalid credentials').waitFor();
  await breakCalls(page, '**/api/export-auth/toggle');
  await passwordIn(asked).fill(PASSWORD);
  await dialogButton(asked, 'Turn Off').click();
  await seeToast(page, 'Error', 'Failed to update setting');
  await page.unroute('**/api/export-auth/toggle');
  await dialogButton(asked, 'Cancel').click();
  await seeClosed(asked);
  await expect.poll(() => exportSwitch().getAttribute('aria-checked')).toBe('true');
  await exportSwitch().click();
  await passwordIn(asked).fill(PASSWORD);
  await dialogButton(asked, 'Turn Off').click();
  await seeToast(page, 'Setting updated', 'Exports no longer require your password');
  await seeClosed(asked);
  await expect.poll(() => exportSwitch().getAttribute('aria-checked')).toBe('false');
});

it('turns the verification of exports off with the code too, where 2FA is on', async () => {
  const { page, owner } = stage;
  const { secret } = await enableTwoFactor(owner);
  await signInAs(page, stage.app.url, owner);
  await owner.post('/api/export-auth/toggle', { enabled: true });
  await openScreen();
  await exportSwitch().click();
  const asked = dialogOf(page, 'Turn Off Export Authentication');
  await passwordIn(asked).fill(PASSWORD);
  await expect.poll(() => dialogButton(asked, 'Turn Off').isDisabled()).toBe(true);
  await asked.getByLabel('Authentication code').fill(codeOf(secret, 1));
  await seeNoViolations(page);
  await dialogButton(asked, 'Turn Off').click();
  await seeToast(page, 'Setting updated', 'Exports no longer require your password');
});

it('says from where one comes and that an empty whitelist allows all', async () => {
  const { page } = stage;
  await openScreen();
  await page.getByText('All IPs allowed').waitFor();
  await page.getByText('The whitelist has no active entries, so any address can sign in.').waitFor();
  await page.getByRole('heading', { name: 'No IP addresses yet' }).waitFor();
});

it('adds addresses with a trimmed description, and names what is wrong', async () => {
  const { page } = stage;
  await openScreen();
  await addressBox().fill('   ');
  await buttonOf(page, 'Add IP').click();
  await page.getByText('Please enter an IP address').waitFor();
  await addressBox().fill('300.1.2.3');
  await buttonOf(page, 'Add IP').click();
  await expect.poll(() => addressBox().getAttribute('aria-invalid')).toBe('true');

  await addressBox().fill('198.51.100.7');
  await buttonOf(page, 'Add IP').click();
  await page
    .getByText(/This would lock out your own address 127\.0\.0\.1/)
    .first()
    .waitFor();
  await expect.poll(() => entries().count()).toBe(0);

  await buttonOf(page, 'Use My Current IP').click();
  await page.getByLabel('Description').fill('  Office  ');
  await buttonOf(page, 'Add IP').click();
  await seeToast(page, 'IP address added', '127.0.0.1');
  await entryOf('127.0.0.1').getByText('Office', { exact: true }).waitFor();
  await entryOf('127.0.0.1').getByText('Active', { exact: true }).waitFor();
  await page.getByText('Whitelisted', { exact: true }).waitFor();
  await page.getByText('The whitelist has 1 active entry, and this address is on it.').waitFor();
  await expect.poll(() => addressBox().inputValue()).toBe('');

  await page.route('**/api/ip-whitelist', (route) => route.abort());
  await addressBox().fill('198.51.100.7');
  await buttonOf(page, 'Add IP').click();
  await seeToast(page, 'Error', 'Failed to add IP address');
});

it('turns entries on and off, removes them after asking, and never locks oneself out', async () => {
  const { page } = stage;
  await addEntry('127.0.0.0/8', 'This machine');
  await addEntry('2001:db8::/32');
  await openScreen();
  const toggle = (address: string) => page.getByRole('switch', { name: `${address} is active` });
  await toggle('2001:db8::/32').click();
  await seeToast(page, 'IP whitelist updated', '2001:db8::/32 is inactive');
  await entryOf('2001:db8::/32').getByText('Inactive', { exact: true }).waitFor();
  await toggle('2001:db8::/32').click();
  await entryOf('2001:db8::/32').getByText('Active', { exact: true }).waitFor();

  await toggle('127.0.0.0/8').click();
  await seeToast(page, 'Error', 'Failed to update IP whitelist entry');
  await page
    .getByRole('alert')
    .getByText(/This would lock out your own address/)
    .waitFor();
  await entryOf('127.0.0.0/8').getByText('Active', { exact: true }).waitFor();

  const asked = dialogOf(page, 'Remove IP Address');
  await buttonOf(page, 'Remove 127.0.0.0/8').click();
  await asked.getByText('Remove 127.0.0.0/8 (This machine) from the whitelist?').waitFor();
  await dialogButton(asked, 'Remove').click();
  await seeToast(page, 'Error', 'Failed to remove IP address');
  await asked.getByText(/This would lock out your own address/).waitFor();
  await dialogButton(asked, 'Cancel').click();
  await seeClosed(asked);

  await buttonOf(page, 'Remove 2001:db8::/32').click();
  await asked.getByText('Anyone using it is signed out immediately.').waitFor();
  await seeNoViolations(page);
  await dialogButton(asked, 'Remove').click();
  await seeToast(page, 'IP address removed', '2001:db8::/32');
  await expect.poll(() => entries().count()).toBe(1);
  await buttonOf(page, 'Remove 127.0.0.0/8').click();
  await asked.getByText("It's the only active entry. Without it, any address can sign in.").waitFor();
  await dialogButton(asked, 'Remove').click();
  await page.getByRole('heading', { name: 'No IP addresses yet' }).waitFor();
  await page.getByText('All IPs allowed').waitFor();
});

it('lists the own sessions and ends one or all others', async () => {
  const { page, app, owner } = stage;
  const others = [clientOf(app.url), clientOf(app.url)];
  for (const other of others) {
    await other.post('/api/login', { username: owner.user.username, password: PASSWORD });
  }
  await openScreen();
  await expect.poll(() => sessions().count()).toBe(3);
  await expect.poll(() => sessions().filter({ hasText: 'This session' }).count()).toBe(1);
  await sessions().getByRole('button').first().click();
  await seeToast(page, 'Session ended');
  await expect.poll(() => sessions().count()).toBe(2);
  const alive = await Promise.all(others.map(async (other) => (await other.get('/api/user')).status));
  expect(alive.sort()).toEqual([200, 401]);
  await buttonOf(page, 'Sign Out Others').click();
  await seeToast(page, 'Signed out everywhere else', '1 session ended');
  await expect.poll(() => sessions().count()).toBe(1);
  await expect.poll(async () => (await owner.get('/api/user')).status).toBe(200);
  for (const other of others) expect((await other.get('/api/user')).status).toBe(401);
});

it('shows users the whitelist to read, and their own settings to change', async () => {
  const { page, owner } = stage;
  await addEntry('127.0.0.1', 'This machine');
  await becomeColleague(stage);
  await openScreen();
  await page.getByText('Only administrators can change the IP whitelist.').waitFor();
  await entryOf('127.0.0.1').waitFor();
  await expect.poll(() => entries().getByRole('button').count()).toBe(0);
  await expect.poll(() => entries().getByRole('switch').count()).toBe(0);
  await expect.poll(() => addressBox().count()).toBe(0);
  await buttonOf(page, 'Set Up 2FA').waitFor();
  await exportSwitch().click();
  await seeToast(page, 'Setting updated', 'Exports now require your password');
  await expect
    .poll(async () => (await owner.get<{ requireExportAuth: boolean }>('/api/user')).body.requireExportAuth)
    .toBe(false);
});

it('says of each part by itself that it cannot be read', async () => {
  const { page } = stage;
  await breakCalls(page, '**/api/ip-whitelist');
  await breakCalls(page, '**/api/my-ip');
  await breakCalls(page, '**/api/sessions');
  await page.goto('/security');
  await page.getByText('Failed to fetch the IP whitelist').waitFor();
  await page.getByText('Failed to fetch the current IP').waitFor();
  await page.getByText('Failed to fetch your sessions').waitFor();
  await buttonOf(page, 'Set Up 2FA').waitFor();
  await page.unroute('**/api/sessions');
  await buttonOf(page, 'Try Again').last().click();
  await sessions().first().waitFor();
});

it('says to a user whom the whitelist shuts out what is the matter', async () => {
  const { page, app, owner } = stage;
  await openScreen();
  // Inserts an address that excludes the caller directly, because the API refuses entries that would lock the
  // caller out.
  await organizationScope(app.context.db.app, owner.user.organizationId).transaction((tx) =>
    tx.query(
      `INSERT INTO ip_whitelist (organization_id, id, ip_address, is_active) VALUES ($1, $2, '198.51.100.7', true)`,
      [tx.organizationId, crypto.randomUUID()],
    ),
  );
  await page.reload();
  await page.getByRole('heading', { name: "Access from your IP address isn't allowed" }).waitFor();
  await buttonOf(page, 'Try Again').waitFor();
  await seeNoViolations(page);
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  await addEntry('127.0.0.1');
  await addEntry('2001:db8:85a3:8d3:1319:8a2e:370:7348', `A description that is ${'very '.repeat(30)}long`);
  await openScreen();
  await seeAccessible(stage.page, async () => {
    await entryOf('127.0.0.1').waitFor();
    await sessions().first().waitFor();
  });
});
