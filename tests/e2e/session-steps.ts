import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInAs } from '#tests/support/browser.ts';
import { clientOf, PASSWORD, type SignedIn } from '#tests/support/client.ts';
import { passwordIn } from './admin-steps.ts';
import { dialogOf } from './elements.ts';
import type { LeadStage } from './leads-steps.ts';

/** Opens a page with a session of its own for a user, which `end` ends on the server. */
export async function openPageInSession(
  stage: LeadStage,
  user: SignedIn,
  path = '/leads',
): Promise<{ page: Page; end: () => Promise<void> }> {
  const client = clientOf(stage.app.url);
  const { username } = user.user;
  const { status } = await client.post('/api/login', { username, password: PASSWORD });
  expect(status).toBe(200);
  const page = await stage.open('/not-found');
  await signInAs(page, stage.app.url, { ...client, user: user.user });
  await page.goto(path);
  return {
    page,
    end: async () => {
      expect((await client.post('/api/logout')).status).toBe(200);
    },
  };
}

/** Returns the dialog that asks for the password in place. */
export const endedDialog = (page: Page) => dialogOf(page, 'Your session has ended');

/** Fills in the password and signs in. */
export async function signInAgain(page: Page, password = PASSWORD): Promise<void> {
  await passwordIn(endedDialog(page)).fill(password);
  await page.keyboard.press('Enter');
}
