import { expect, it } from 'vitest';
import type { Organization } from '#contract/organizations.ts';
import { seeNoViolations, seeToast, signInAs } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { clientOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { breakCalls, dialogButton, passwordIn, seeClosed, seeNoAccess } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
let root: SignedIn | undefined;
let serial = 0;

const nameBox = () => stage.page.getByRole('textbox', { name: 'Organization name' });
const cardOf = (name: string) =>
  stage.page.getByRole('list', { name: 'Organizations' }).getByRole('listitem').filter({ hasText: name });

/**
 * Signs the page in as an administrator of the Default Organization, to which the first account of the file
 * belongs.
 */
async function openAsRoot(): Promise<SignedIn> {
  root ??= stage.owner.user.organization.name === 'Default Organization' ? stage.owner : undefined;
  if (root === undefined) throw new Error('The first account of the file is not of the Default Organization');
  await signInAs(stage.page, stage.app.url, root);
  await stage.page.goto('/organizations');
  await cardOf('Default Organization').waitFor();
  return root;
}

function newName(): string {
  serial += 1;
  return `Company ${serial}`;
}

it('shows a card for each organization with its counts', async () => {
  await openAsRoot();
  const other = await signUp(stage.app.url);
  await makeLead(other, { email: 'one@mail.example' });
  await stage.page.reload();
  const card = cardOf(other.user.organization.name);
  await card.waitFor();
  const counts = await card.locator('dl > div').allInnerTexts();
  expect(counts.map((text) => text.split(/\s+/))).toEqual([
    ['Users', '1'],
    ['Admins', '1'],
    ['Leads', '1'],
    ['Imports', '0'],
  ]);
  await cardOf('Default Organization').getByText('Yours').waitFor();
});

it('creates an organization by its trimmed name, and names what is wrong', async () => {
  const { page } = stage;
  await openAsRoot();
  const name = newName();
  await nameBox().fill('   ');
  await buttonOf(page, 'Create Organization').click();
  await page.getByText('Enter a name').waitFor();
  await nameBox().fill(`  ${name}  `);
  await nameBox().press('Enter');
  await seeToast(page, 'Organization created', name);
  await cardOf(name).waitFor();
  await expect.poll(() => nameBox().inputValue()).toBe('');

  await nameBox().fill(name);
  await buttonOf(page, 'Create Organization').click();
  await expect.poll(() => nameBox().getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => cardOf(name).count()).toBe(1);

  await page.route('**/api/organizations', (route) => route.abort());
  await nameBox().fill(newName());
  await buttonOf(page, 'Create Organization').click();
  await seeToast(page, 'Error', 'Failed to create organization');
});

it('renames an organization, and says when the name is taken', async () => {
  const { page } = stage;
  const admin = await openAsRoot();
  const [name, other] = [newName(), newName()];
  for (const made of [name, other]) await admin.post<Organization>('/api/organizations', { name: made });
  await page.reload();
  await buttonOf(page, `Rename ${name}`).click();
  const dialog = dialogOf(page, 'Rename Organization');
  const box = dialog.getByLabel('Organization name');
  await box.fill(other);
  await dialogButton(dialog, 'Rename').click();
  await dialog.getByText('An organization with this name already exists').waitFor();
  await seeNoViolations(page);
  await box.fill(` ${name} GmbH `);
  await box.press('Enter');
  await seeToast(page, 'Organization renamed', `${name} is now called ${name} GmbH`);
  await cardOf(`${name} GmbH`).waitFor();
});

it('adds an administrator, who sees that organization alone', async () => {
  const { page, app } = stage;
  const admin = await openAsRoot();
  const name = newName();
  const { body: made } = await admin.post<Organization>('/api/organizations', { name });
  await page.reload();
  await buttonOf(page, `Add Admin to ${name}`).click();
  const dialog = dialogOf(page, 'Add Admin');
  await dialogButton(dialog, 'Add Admin').click();
  await dialog.getByText('Enter a username').waitFor();
  await dialog.getByText('A password needs at least 8 characters').waitFor();
  await seeNoViolations(page);

  await dialog.getByLabel('Username').fill(admin.user.username);
  await passwordIn(dialog).fill('a rather long one');
  await dialogButton(dialog, 'Add Admin').click();
  await seeToast(page, 'Error', 'This username is taken. Choose another.');
  await dialog.getByText('This username is taken. Choose another.').waitFor();

  const username = `${name.replace(' ', '-')}-admin`;
  await dialog.getByLabel('Username').fill(username);
  await breakCalls(page, '**/api/organizations/*/admins');
  await dialogButton(dialog, 'Add Admin').click();
  await seeToast(page, 'Error', 'Something went wrong');
  await page.unroute('**/api/organizations/*/admins');
  await page.route('**/api/organizations/*/admins', (route) => route.abort());
  await dialogButton(dialog, 'Add Admin').click();
  await seeToast(page, 'Error', 'Failed to create admin user');
  await page.unroute('**/api/organizations/*/admins');
  await dialogButton(dialog, 'Add Admin').click();
  await seeToast(page, 'Admin added', `${username} is now an administrator of ${name}`);
  await seeClosed(dialog);
  await expect.poll(async () => (await cardOf(name).locator('dd').allInnerTexts())[1]).toBe('1');

  const client = clientOf(app.url);
  const { body } = await client.post<SignedIn['user']>('/api/login', {
    username,
    password: 'a rather long one',
  });
  expect(body).toMatchObject({ isAdmin: true, organizationId: made.id });
});

it('is for administrators of the Default Organization alone, and says when it cannot be read', async () => {
  const { page } = stage;
  await openAsRoot();
  await breakCalls(page, '**/api/organizations');
  await page.reload();
  await page.getByRole('alert').getByText('Failed to fetch organizations').waitFor();
  await page.unroute('**/api/organizations');
  await signInAs(page, stage.app.url, await signUp(stage.app.url));
  await seeNoAccess(stage, '/organizations', 'administrators of the Default Organization');
  await expect.poll(() => page.getByRole('link', { name: 'Organizations' }).count()).toBe(0);
  await seeNoViolations(page);
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  const admin = await openAsRoot();
  await admin.post('/api/organizations', { name: `A very long name ${'of a company '.repeat(6)}` });
  await seeAccessible(stage.page, () => cardOf('A very long name').waitFor());
});

it('deletes an organization once its name is typed, and restores it', async () => {
  const { page } = stage;
  await openAsRoot();
  const other = await signUp(stage.app.url);
  const { name } = other.user.organization;
  await page.reload();
  await buttonOf(page, `Delete ${name}`).click();
  const dialog = dialogOf(page, 'Delete Organization');
  await dialog.getByLabel(`Type "${name}" to confirm`).fill('another');
  await dialogButton(dialog, 'Delete Organization').click();
  await dialog.getByText(`Type the name as it is written: ${name}`).waitFor();
  expect((await other.get('/api/user')).status).toBe(200);
  await dialog.getByLabel(`Type "${name}" to confirm`).fill(name);
  await seeNoViolations(page);
  await dialogButton(dialog, 'Delete Organization').click();
  await seeClosed(dialog);
  await cardOf(name)
    .getByText(/^Deleted for good on /)
    .waitFor();
  expect((await other.get('/api/user')).status).toBe(401);
  await expect.poll(() => buttonOf(page, 'Delete Default Organization').count()).toBe(0);
  await buttonOf(page, `Restore ${name}`).click();
  await buttonOf(page, `Add Admin to ${name}`).waitFor();
  expect((await other.get('/api/user')).status).toBe(200);
});
