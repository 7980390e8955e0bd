import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { type Demo, fillDemo } from '#tests/screens/demo.ts';
import { DIALOGS, MORE_DIALOGS, SCREENS, type Scene, settled, switchTheme } from '#tests/screens/scenes.ts';
import {
  closePage,
  seeNoSidewaysScroll,
  seeNoViolations,
  seeTouchTargets,
  seeWidth,
} from '#tests/support/browser.ts';
import { type LeadStage, setLeadStage } from './leads-steps.ts';

// One page for all visits: a sign-in and a start of the application for each would take longer than the checks.

const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };

let stage: LeadStage;
let demo: Demo;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage([], []);
  demo = await fillDemo(stage.app.url, stage.owner);
  page = await stage.open();
});
afterAll(async () => {
  await closePage(page);
  await stage.close();
});

async function visit(scene: Scene): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.goto(scene.path(demo));
  await settled(page);
  await scene.open?.(page);
  await settled(page);
}

/** Checks every rule in one theme, and the colours in the other. */
async function seeBothThemes(): Promise<void> {
  await switchTheme(page, 'dark');
  await seeNoViolations(page, 'dark theme');
  await switchTheme(page, 'light');
  await seeNoViolations(page, 'light theme', 'colours');
}

async function seeFits(size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await settled(page);
  await seeWidth(page, size.width, `at ${size.width} px`);
  // Wide tables scroll by themselves on a tablet; on a phone they are cards.
  if (size === PHONE) await seeNoSidewaysScroll(page);
}

for (const scene of SCREENS.filter(({ signedOut }) => !signedOut)) {
  it(`shows ${scene.title} without violations or sideways scrolling in both themes and at every width`, async () => {
    await visit(scene);
    await seeBothThemes();
    await seeFits(TABLET);
    await seeFits(PHONE);
    await seeNoViolations(page, `at ${PHONE.width} px`);
    await seeTouchTargets(page);
  });
}

for (const scene of [...DIALOGS, ...MORE_DIALOGS]) {
  it(`shows ${scene.title} without violations in both themes, and within a phone`, async () => {
    await visit(scene);
    await seeBothThemes();
    await seeFits(PHONE);
    await seeTouchTargets(page);
  });
}
