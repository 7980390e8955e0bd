import { afterEach, expect, it } from 'vitest';
import { seeNoViolations, seeToast, seeWidth, signInAs } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { fileOf } from '#tests/support/client.ts';
import { becomeColleague } from './admin-steps.ts';
import { buttonOf, dialogOf, rowsOf } from './elements.ts';
import { eventually } from './leads-steps.ts';
import { setPageStage } from './page-steps.ts';

const stage = setPageStage();
const entries = () => rowsOf(stage.page, 'Entries');
const lists = () => rowsOf(stage.page, 'Suppression lists');
const shot = async (name: string) => {
  const dir = process.env['SHOTS'];
  if (dir) await stage.page.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
};

async function openScreen(search = ''): Promise<void> {
  await stage.page.goto(`/suppression${search}`);
  await stage.page.getByRole('heading', { name: 'Suppression', level: 1 }).waitFor();
}

afterEach(() => stage.page.setViewportSize({ width: 1440, height: 900 }));

it('takes pasted entries, names those that are wrong, and leads to the leads that they meet', async () => {
  const { page, owner } = stage;
  await makeLead(owner, { firstName: 'Ada', email: 'ada@mail.example' });
  await makeLead(owner, { firstName: 'Bo', email: 'bo@mail.example' });
  await openScreen();
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
  await seeNoViolations(page);
  await buttonOf(page, 'Add Entries').click();
  const dialog = dialogOf(page, 'Add Entries');
  await dialog.getByRole('button', { name: 'Add Entries' }).click();
  await dialog.getByText('Enter at least one entry').waitFor();
  await dialog
    .getByLabel('Entries', { exact: true })
    .fill('ada@mail.example\n+49 1512 345678\n@blocked.example\nnonsense');
  await dialog.getByLabel('Reason').fill('Asked by phone');
  await seeNoViolations(page);
  await shot('add');
  await page.keyboard.press('Control+Enter');
  await seeToast(page, '3 entries added', '1 lead has one of them');
  await dialog.getByText("1 entry couldn't be added:").waitFor();
  expect(await dialog.getByLabel('Entries', { exact: true }).inputValue()).toBe('nonsense');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await eventually(() => entries().count()).toBe(3);
  await page.getByText('1 of your leads is on a list.').waitFor();
  await seeNoViolations(page);
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await seeWidth(page, width);
    await shot(`screen-${width}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot('screen-dark');
  await page.setViewportSize({ width: 1440, height: 900 });
  await shot('screen-dark-1440');
  await seeNoViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByLabel('Find a whole email').fill('x@blocked.example');
  await eventually(() => entries().count()).toBe(1);
  await page.getByLabel('Find a whole email').fill('nobody@mail.example');
  await page.getByRole('heading', { name: 'Not on a list' }).waitFor();
  await page.getByRole('link', { name: 'View Lead' }).click();
  await page.getByText('1 lead', { exact: true }).waitFor();
  await page.getByText('Suppressed').first().waitFor();
  await shot('leads');
  await seeNoViolations(page);
});

it('takes a file into a list of its own, removes an entry and the list', async () => {
  const { page } = stage;
  await openScreen();
  await buttonOf(page, 'Add List').click();
  const add = dialogOf(page, 'Add List');
  await add.getByLabel('Name').fill('Opted out at Acme');
  await add.getByLabel('Customer Number').fill('C-1042');
  await page.keyboard.press('Enter');
  await seeToast(page, 'List added', 'Opted out at Acme');
  await page.getByRole('button', { name: 'Opted out at Acme' }).first().click();
  await page.getByRole('heading', { name: 'Entries of Opted out at Acme' }).waitFor();
  await buttonOf(page, 'Add Entries').click();
  const dialog = dialogOf(page, 'Add Entries');
  await dialog.getByRole('radio', { name: 'File' }).click();
  const file = fileOf('out.csv', new TextEncoder().encode('Email\na@mail.example\nb@mail.example\nx\n'));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(await file.arrayBuffer()) });
  await shot('add-file');
  await dialog.getByRole('button', { name: 'Add Entries' }).click();
  await seeToast(page, '2 entries added', "1 line couldn't be read");
  await eventually(() => entries().count()).toBe(2);
  await page.getByRole('button', { name: 'Remove a…@mail.example' }).click();
  await dialogOf(page, 'Remove Entry').getByRole('button', { name: 'Remove Entry' }).click();
  await seeToast(page, 'Entry removed', 'a…@mail.example');
  await eventually(() => entries().count()).toBe(1);
  await page.getByRole('button', { name: 'Delete Opted out at Acme' }).click();
  await dialogOf(page, 'Delete List').getByRole('button', { name: 'Delete List' }).click();
  await seeToast(page, 'List deleted', 'Opted out at Acme');
  await eventually(() => lists().count()).toBe(1);
});

it('shows lists and entries to users who cannot change them', async () => {
  const { page, app, owner } = stage;
  await owner.post('/api/suppressions', { entries: ['a@mail.example'] });
  const colleague = await becomeColleague(stage);
  await signInAs(page, app.url, colleague);
  await openScreen();
  await page.getByText('Only administrators can change suppression lists.').waitFor();
  await eventually(() => entries().count()).toBe(1);
  expect(await buttonOf(page, 'Add Entries').count()).toBe(0);
  await seeNoViolations(page);
});
