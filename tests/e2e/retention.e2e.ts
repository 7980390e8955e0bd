import { expect, it } from 'vitest';
import { seeNoViolations, seeToast, signInAs } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { giveRules, passNight } from '#tests/support/retention.ts';
import { changeStored } from '#tests/support/stored-leads.ts';
import { becomeColleague, dialogButton } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();

const rules = () => stage.page.getByRole('list', { name: 'Retention rules' });
const runs = () => stage.page.getByRole('table', { name: 'Retention runs' });

async function openAs(user: SignedIn): Promise<void> {
  await signInAs(stage.page, stage.app.url, user);
  await stage.page.goto('/settings');
}

it('is for administrators', async () => {
  const { page } = stage;
  await becomeColleague(stage);
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Required Consent' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Retention' }).count()).toBe(0);
});

it('adds a rule after a preview, changes and removes it', async () => {
  const { page } = stage;
  const user = await signUp(stage.app.url);
  await makeLead(user, { email: 'jane@quill.example', firstName: 'Jane', city: 'Bonn' });
  await makeLead(user, { email: 'max@quill.example', city: 'Ulm' });
  const { organizationId } = user.user;
  await changeStored(
    stage.app.context.db.owner,
    "created_at = now() - interval '9 days'",
    'organization_id = $1',
    [organizationId],
  );
  await openAs(user);
  await page.getByText('No rules yet. All leads are kept.').waitFor();
  await buttonOf(page, 'Add Rule').click();
  const dialog = dialogOf(page, 'Add Rule');
  await dialogButton(dialog, 'Save Rule').click();
  await dialog.getByText('Enter a name').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Old leads of Bonn');
  await dialog.getByRole('textbox', { name: 'Days', exact: true }).fill('0');
  await dialogButton(dialog, 'Preview').click();
  await dialog.getByText('Enter a whole number from 1 to 3,650').waitFor();
  await dialog.getByRole('textbox', { name: 'Days', exact: true }).fill('8');
  await dialogButton(dialog, 'Preview').click();
  await dialog.getByText('The rule would take 2 leads now.').waitFor();
  await dialogButton(dialog, 'Add Condition').click();
  await page.getByPlaceholder('Search fields').fill('City');
  await page.keyboard.press('Enter');
  const builder = page.getByRole('dialog', { name: 'Add filter' });
  await builder.getByRole('textbox').or(builder.getByRole('combobox').last()).first().waitFor();
  await page.keyboard.type('Bonn');
  await page.keyboard.press('Enter');
  await dialog.getByRole('list', { name: 'Conditions' }).getByText('Bonn').waitFor();
  await dialogButton(dialog, 'Preview').click();
  await dialog.getByText('The rule would take 1 lead now.').waitFor();
  await dialog.getByText('Jane, jane@quill.example').waitFor();
  await seeNoViolations(page, 'dialog');
  await dialogButton(dialog, 'Save Rule').click();
  await dialog.waitFor({ state: 'detached' });
  await rules().getByText('Leads with City is Bonn').waitFor();
  await rules().getByText('Anonymize 8 days after creation, with 7 days in the bin to undo').waitFor();
  await rules().getByRole('button', { name: 'Edit Old leads of Bonn' }).click();
  const edit = dialogOf(page, 'Edit Rule');
  await edit.getByRole('textbox', { name: 'Days to Undo' }).fill('0');
  await dialogButton(edit, 'Save Rule').click();
  await rules().getByText('at once and for good').waitFor();
  expect((await user.get('/api/retention')).body).toMatchObject({
    rules: [{ name: 'Old leads of Bonn', where: [['city', 'is', 'Bonn']], graceDays: 0 }],
  });
  await rules().getByRole('button', { name: 'Remove Old leads of Bonn' }).click();
  await dialogButton(dialogOf(page, 'Remove Old leads of Bonn?'), 'Remove Rule').click();
  await page.getByText('No rules yet. All leads are kept.').waitFor();
});

it('shows what a run did, and undoes it', async () => {
  const { page } = stage;
  const user = await signUp(stage.app.url);
  await makeLead(user, { email: 'jane@quill.example' });
  await giveRules(user, { name: 'Everything', action: 'erase' });
  await passNight(stage.app, user, 2);
  expect(await leadsOf(user)).toHaveLength(0);
  await openAs(user);
  await runs().getByText('In the bin').waitFor();
  await runs()
    .getByRole('button', { name: /^Undo Everything/ })
    .click();
  await seeToast(page, 'Undone', '1 lead changed');
  await runs().getByText('Undone').waitFor();
  expect(await leadsOf(user)).toHaveLength(1);
});

it('has no violations of WCAG and fits small screens', async () => {
  const { page } = stage;
  const user = await signUp(stage.app.url);
  await makeLead(user, { email: 'jane@quill.example' });
  await giveRules(user, { name: 'Everything', where: [['isSold', 'is', 'false']] });
  await passNight(stage.app, user, 2);
  await openAs(user);
  await seeAccessible(page, async () => {
    await rules().getByText('Everything').waitFor();
    await page.getByText('In the bin', { exact: true }).waitFor();
  });
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`localStorage.setItem('theme', '${theme}')`);
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await rules().getByText('Everything').waitFor();
      await page.getByText('In the bin', { exact: true }).waitFor();
      const scrolled = await page.evaluate('document.documentElement.scrollWidth');
      expect(scrolled).toBeLessThanOrEqual(width);
    }
  }
});
