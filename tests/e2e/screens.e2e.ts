import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest';
import { type Demo, fillDemo } from '#tests/screens/demo.ts';
import { SCREENS, settled, switchTheme } from '#tests/screens/scenes.ts';
import { closePage, seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import { type LeadStage, setLeadStage } from './leads-steps.ts';

let stage: LeadStage;
let demo: Demo;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage([], []);
  demo = await fillDemo(stage.app.url, stage.owner);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

for (const scene of SCREENS.filter(({ signedOut }) => !signedOut)) {
  it(`shows ${scene.title} in both themes and at every width without violations or sideways scrolling`, async () => {
    await page.goto(scene.path(demo));
    await settled(page);
    await scene.open?.(page);
    await settled(page);
    for (const theme of ['dark', 'light'] as const) {
      await switchTheme(page, theme);
      await seeNoViolations(page, `${theme} theme`);
    }
    for (const width of [820, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      await seeWidth(page, width);
    }
  });
}
