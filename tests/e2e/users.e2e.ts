import { expect, it } from 'vitest';
import { seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { call } from '#tests/support/calls.ts';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import {
  becomeColleague,
  breakCalls,
  colleagueOf,
  dialogButton,
  passwordIn,
  secretIn,
  seeClosed,
  seeNoAccess,
} from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const table = () => stage.page.getByRole('table', { name: 'Users' });
const rowOf = (name: string) => table().getByRole('row').filter({ hasText: name });
const adminSwitch = (name: string) => stage.page.getByRole('switch', { name: `Admin access of ${name}` });

async function openScreen(): Promise<void> {
  await stage.page.goto('/users');
  await rowOf(stage.owner.user.username).waitFor();
}

async function signIn(username: string, password: string) {
  const client = clientOf(stage.app.url);
  const { status, body } = await client.post<{ mustChangePassword: boolean }>('/api/login', {
    username,
    password,
  });
  return { client, status, body };
}

it('lists the users of the organization with the columns of the screen', async () => {
  const { page, owner } = stage;
  const colleague = await colleagueOf(stage);
  await openScreen();
  await expect
    .poll(() => table().getByRole('columnheader').allInnerTexts())
    .toEqual(['Username', 'Role', 'Admin Access', 'Created', 'Actions']);
  await rowOf(owner.user.username).getByText('Administrator').waitFor();
  await rowOf(owner.user.username).getByText('You', { exact: true }).waitFor();
  await rowOf(colleague.user.username).getByText('User', { exact: true }).waitFor();
  await expect.poll(() => table().getByRole('row').count()).toBe(3);
  await expect.poll(() => buttonOf(page, `Remove ${owner.user.username}`).count()).toBe(0);
});

it('adds a user with a temporary password, shown once, that has to be changed at the next sign-in', async () => {
  const { page } = stage;
  await openScreen();
  await buttonOf(page, 'Add User').click();
  const form = dialogOf(page, 'Add User');
  await dialogButton(form, 'Add User').click();
  await form.getByText('Enter a username').waitFor();
  await form.getByLabel('Username').fill('  ida  ');
  await dialogButton(form, 'Add User').click();
  const shown = dialogOf(page, 'User Added');
  await shown.getByText("You won't be able to see it again.").waitFor();
  const password = await secretIn(shown);
  await seeNoViolations(page);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialogButton(shown, 'Copy the temporary password').click();
  await dialogButton(shown, 'Copied').waitFor();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(password);
  await dialogButton(shown, 'Done').click();
  await seeClosed(shown);
  await rowOf('ida').getByText('Temporary password').waitFor();

  await expect.poll(async () => (await signIn('ida', password)).body.mustChangePassword).toBe(true);
});

it('adds an administrator with a password of their own, and names what is wrong at its field', async () => {
  const { page, owner } = stage;
  await openScreen();
  await buttonOf(page, 'Add User').click();
  const form = dialogOf(page, 'Add User');
  await form.getByLabel('Username').fill(owner.user.username.toUpperCase());
  await form.getByLabel(/^Password/).fill('short');
  await dialogButton(form, 'Add User').click();
  await form.getByText('A password needs at least 8 characters').waitFor();
  await form.getByLabel(/^Password/).fill('a rather long one');
  await dialogButton(form, 'Add User').click();
  await seeToast(page, 'Error', 'This username is taken. Choose another.');
  await form.getByText('This username is taken. Choose another.').waitFor();
  await expect.poll(() => form.getByLabel('Username').getAttribute('aria-invalid')).toBe('true');
  const name = `${owner.user.username}-two`;
  await form.getByLabel('Username').fill(name);
  await form.getByRole('checkbox', { name: 'Administrator' }).click();
  await dialogButton(form, 'Add User').click();
  await seeToast(page, 'User added', name);
  await seeClosed(form);
  await rowOf(name).getByText('Administrator').waitFor();
  await expect.poll(async () => (await signIn(name, 'a rather long one')).status).toBe(200);
});

it('makes a user an administrator and takes it back; a failure is said', async () => {
  const { page } = stage;
  const { user, ...client } = await colleagueOf(stage);
  await openScreen();
  await adminSwitch(user.username).click();
  await seeToast(page, 'User role updated', `${user.username} is now an Administrator`);
  await rowOf(user.username).getByText('Administrator').waitFor();
  await expect.poll(async () => (await client.get('/api/users')).status).toBe(200);
  await adminSwitch(user.username).click();
  await rowOf(user.username).getByText('User', { exact: true }).waitFor();

  await breakCalls(page, '**/api/users/*/admin');
  await adminSwitch(user.username).click();
  await seeToast(page, 'Error', 'Failed to update user role');
  await page.getByRole('alert').getByText('Something went wrong').waitFor();
  await rowOf(user.username).getByText('User', { exact: true }).waitFor();
});

it('keeps the last administrator, and says so', async () => {
  const { page, owner } = stage;
  await openScreen();
  await adminSwitch(owner.user.username).click();
  const asked = dialogOf(page, 'Give Up Your Admin Access');
  await dialogButton(asked, 'Give Up Access').click();
  await seeToast(page, 'Error', 'Failed to update user role');
  await seeClosed(asked);
  await page.getByRole('alert').getByText('This is the last administrator').waitFor();
  await rowOf(owner.user.username).getByText('Administrator').waitFor();
  await buttonOf(page, 'Dismiss').first().click();
});

it('asks before one takes the rights from oneself, and then shows the error', async () => {
  const { page, owner } = stage;
  const { user } = await colleagueOf(stage);
  await expect
    .poll(async () => (await call(owner, 'PATCH', `/api/users/${user.id}/admin`, { isAdmin: true })).status)
    .toBe(200);
  await openScreen();
  await adminSwitch(owner.user.username).click();
  const asked = dialogOf(page, 'Give Up Your Admin Access');
  await seeNoViolations(page);
  await dialogButton(asked, 'Cancel').click();
  await seeClosed(asked);
  await expect.poll(() => adminSwitch(owner.user.username).getAttribute('aria-checked')).toBe('true');
  await adminSwitch(owner.user.username).click();
  await dialogButton(asked, 'Give Up Access').click();
  await page.getByRole('heading', { name: 'Only administrators can see this' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Audit Logs' }).count()).toBe(0);
});

it('resets a password: the old one and all sessions end, the new one is shown once', async () => {
  const { page } = stage;
  const { user, ...client } = await colleagueOf(stage);
  await openScreen();
  await buttonOf(page, `Reset the password of ${user.username}`).click();
  await dialogButton(dialogOf(page, 'Reset Password'), 'Reset Password').click();
  const shown = dialogOf(page, 'Password Reset');
  const password = await secretIn(shown);
  await dialogButton(shown, 'Done').click();
  await rowOf(user.username).getByText('Temporary password').waitFor();
  await expect.poll(async () => (await client.get('/api/user')).status).toBe(401);
  await expect.poll(async () => (await signIn(user.username, PASSWORD)).status).toBe(401);
  await expect.poll(async () => (await signIn(user.username, password)).body.mustChangePassword).toBe(true);

  await breakCalls(page, '**/api/users/*/password');
  await buttonOf(page, `Reset the password of ${user.username}`).click();
  await dialogButton(dialogOf(page, 'Reset Password'), 'Reset Password').click();
  await seeToast(page, 'Error', 'Something went wrong');
});

it('removes a user after asking, and says why where that is refused', async () => {
  const { page } = stage;
  const { user, ...client } = await colleagueOf(stage);
  await openScreen();
  const asked = dialogOf(page, 'Remove User');
  await buttonOf(page, `Remove ${user.username}`).click();
  await asked.getByText(`Remove the user "${user.username}"?`).waitFor();
  await breakCalls(page, '**/api/users/*', 'DELETE');
  await dialogButton(asked, 'Remove').click();
  await asked.getByRole('alert').getByText('Something went wrong').waitFor();
  await page.unroute('**/api/users/*');
  await dialogButton(asked, 'Remove').click();
  await seeToast(page, 'User removed', user.username);
  await expect.poll(() => rowOf(user.username).count()).toBe(0);
  await expect.poll(async () => (await client.get('/api/user')).status).toBe(401);
});

it('asks whoever has a temporary password for one of their own before anything else', async () => {
  const { page, owner } = stage;
  const { user } = await colleagueOf(stage);
  const { body } = await owner.post<{ temporaryPassword: string }>(`/api/users/${user.id}/password`);
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Username').fill(user.username);
  await passwordIn(page).fill(body.temporaryPassword);
  await buttonOf(page, 'Login').click();
  await page.getByRole('heading', { name: 'Change your password first' }).waitFor();
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  await page.goto('/leads');
  await page.getByRole('heading', { name: 'Change your password first' }).waitFor();
  await seeAccessible(page, () => passwordIn(page, 'Temporary password').waitFor());

  await page.setViewportSize({ width: 1440, height: 900 });
  await passwordIn(page, 'Temporary password').fill('not this one');
  await passwordIn(page, 'New password').fill('a password of my own');
  await passwordIn(page, 'Confirm new password').fill('another one');
  await buttonOf(page, 'Change Password').click();
  await page.getByText("Passwords don't match").waitFor();
  await passwordIn(page, 'Confirm new password').fill('a password of my own');
  await buttonOf(page, 'Change Password').click();
  await seeToast(page, 'Error', 'Invalid password');
  await expect.poll(() => passwordIn(page, 'Temporary password').getAttribute('aria-invalid')).toBe('true');
  await passwordIn(page, 'Temporary password').fill(body.temporaryPassword);
  await buttonOf(page, 'Change Password').click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await seeToast(page, 'Password changed', "You've been signed out of all other sessions");
  await expect
    .poll(async () => (await signIn(user.username, 'a password of my own')).body.mustChangePassword)
    .toBe(false);
});

it('is not for users, and says when it cannot be read', async () => {
  const { page } = stage;
  await breakCalls(page, '**/api/users');
  await page.goto('/users');
  await page.getByRole('alert').getByText('Failed to fetch users').waitFor();
  await page.getByText('request-7').waitFor();
  await page.unroute('**/api/users');
  await buttonOf(page, 'Try Again').click();
  await rowOf(stage.owner.user.username).waitFor();
  await becomeColleague(stage);
  await seeNoAccess(stage, '/users', 'administrators');
  await seeNoViolations(page);
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  const { page, owner } = stage;
  await owner.post('/api/users', { username: 'long'.repeat(20) });
  await openScreen();
  await seeAccessible(page, () => page.getByRole('switch').first().waitFor());
  await page.getByRole('list', { name: 'Users' }).getByText('Temporary password').waitFor();
});
