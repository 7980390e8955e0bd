import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInAs } from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';
import type { PageStage } from './page-steps.ts';

let colleagues = 0;

/** Creates a user in the owner's organization without administrator rights. */
export function colleagueOf(stage: PageStage): Promise<SignedIn> {
  colleagues += 1;
  return addColleague(stage.app, stage.owner, `colleague-${colleagues}`);
}

/** Signs the page in as a user of the owner's organization without administrator rights. */
export async function becomeColleague(stage: PageStage): Promise<SignedIn> {
  const colleague = await colleagueOf(stage);
  await signInAs(stage.page, stage.app.url, colleague);
  return colleague;
}

/** Answers every call to paths matching `glob` with status 500. */
export async function breakCalls(page: Page, glob: string, method?: string): Promise<void> {
  await page.route(glob, (route) =>
    method === undefined || route.request().method() === method
      ? route.fulfill({ status: 500, json: { message: 'Something went wrong', requestId: 'request-7' } })
      : route.fallback(),
  );
}

export const dialogButton = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('button', { name, exact: true });

/** Returns the password field of a form or dialog. */
export const passwordIn = (place: Locator | Page, label = 'Password'): Locator =>
  place.getByLabel(label, { exact: true });

/** Reads the secret that a dialog shows only once. */
export async function secretIn(dialog: Locator): Promise<string> {
  await dialog.locator('code').waitFor();
  return (await dialog.locator('code').allInnerTexts()).join();
}

/** Waits until a dialog is gone. */
export const seeClosed = (dialog: Locator): Promise<void> => dialog.waitFor({ state: 'detached' });

/** Expects the notice that the user has no access in place of a screen, and no call of the screen's data. */
export async function seeNoAccess(stage: PageStage, path: string, who: string): Promise<void> {
  const asked: string[] = [];
  stage.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await stage.page.goto(path);
  await stage.page.getByRole('heading', { name: `Only ${who} can see this` }).waitFor();
  expect(asked.filter((called) => called === `/api${path}`)).toEqual([]);
}
