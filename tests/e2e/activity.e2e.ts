import { expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { seeNoViolations, seeToast, toastOf } from '#tests/support/browser.ts';
import { addColleague, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { dialogButton } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { operationsOf, setPageStage } from './page-steps.ts';

// The latest operations of the organization, from any screen, with their undo.

const stage = setPageStage();

const statusOf = async (id: string) => (await stage.owner.get<Lead>(`/api/leads/${id}`)).body.status;

async function setStatus(status: string, ids: string[], by = stage.owner): Promise<void> {
  await runBulkCall(by, { ids }, { type: 'status', status });
}

it('lists what was done and undoes it, whoever did it and whenever', async () => {
  const { page, owner, app } = stage;
  const colleague = await addColleague(app, owner, `colleague of ${owner.user.username}`);
  const { id } = await makeLead(owner, { email: 'ada@mail.example' });
  await page.goto('/settings');
  await buttonOf(page, 'Activity').click();
  const panel = dialogOf(page, 'Activity');
  await panel.getByText('No operations yet').waitFor();
  await setStatus('contacted', [id], colleague);
  const [row] = [operationsOf(page).first()];
  await row.getByText('Set status').waitFor();
  await row.getByText(`by ${colleague.user.username}`).waitFor();
  await seeNoViolations(page);
  await row.getByRole('button', { name: 'Undo' }).click();
  await dialogButton(dialogOf(page, 'Undo: Set status'), 'Undo for 1 lead').click();
  await row.getByText('Undone', { exact: true }).waitFor();
  expect(await statusOf(id)).toBe('new');
});

it('names the suppression list of leads that were left out', async () => {
  const { page, owner } = stage;
  await makeLead(owner, { email: 'ada@mail.example' });
  await makeLead(owner, { email: 'bo@mail.example' });
  await owner.post('/api/suppressions', { entries: ['bo@mail.example'] });
  await runBulkCall(owner, { filter: {} }, { type: 'markSold', customerNumber: 'C-1' });
  await page.goto('/settings');
  await buttonOf(page, 'Activity').click();
  const row = operationsOf(page).first();
  await row.getByText('1 on the suppression list Do not contact').waitFor();
  await row.getByText('Already sold0').waitFor();
  await seeNoViolations(page);
});

it('undoes one\u2019s own last operation by Ctrl+Z, and says when there is none', async () => {
  const { page, owner, app } = stage;
  const { id } = await makeLead(owner, { email: 'ada@mail.example' });
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.keyboard.press('Control+z');
  expect(await toastOf(page)).toContain('Nothing to undo');
  const second = await makeLead(owner, { email: 'cleo@mail.example' });
  await setStatus('contacted', [id]);
  await setStatus('qualified', [second.id]);
  const colleague = await addColleague(app, owner, `colleague of ${owner.user.username}`);
  const other = await makeLead(owner, { email: 'bo@mail.example' });
  await setStatus('contacted', [other.id], colleague);
  await page.keyboard.press('Control+z');
  await dialogButton(dialogOf(page, 'Undo: Set status'), 'Undo for 1 lead').click();
  await expect.poll(() => statusOf(second.id)).toBe('new');
  expect(await statusOf(id)).toBe('contacted');
  expect(await statusOf(other.id)).toBe('contacted');
  await dialogOf(page, 'Undo: Set status').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await dialogButton(dialogOf(page, 'Undo: Set status'), 'Undo for 1 lead').click();
  await expect.poll(() => statusOf(id)).toBe('new');
});

it('leaves Ctrl+Z to the text that one is typing', async () => {
  const { page, owner } = stage;
  const { id } = await makeLead(owner, { email: 'ada@mail.example' });
  await setStatus('contacted', [id]);
  await page.goto('/settings');
  await page.getByLabel('Name').fill('Plan');
  await page.keyboard.press('Control+z');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('goes on by itself when the server comes back from a restart', async () => {
  const { page, owner } = stage;
  const { id } = await makeLead(owner, { email: 'ada@mail.example' });
  await setStatus('contacted', [id]);
  await page.goto('/settings');
  await page.route('**/api/leads/bulk?*', (route) => route.abort());
  await buttonOf(page, 'Activity').click();
  await page.getByText('Failed to fetch the latest operations').waitFor();
  await page.unroute('**/api/leads/bulk?*');
  const row = operationsOf(page).first();
  await row.getByText('Set status').waitFor();

  let missed = 0;
  await page.route('**/api/leads/bulk/*', (route) => (++missed > 2 ? route.continue() : route.abort()));
  await row.getByRole('button', { name: 'Undo' }).click();
  await dialogButton(dialogOf(page, 'Undo: Set status'), 'Undo for 1 lead').click();
  await seeToast(page, 'Undone', '1 lead changed');
  expect(missed).toBeGreaterThan(2);
});
