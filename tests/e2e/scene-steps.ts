import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Demo, fillDemo } from '#tests/screens/demo.ts';
import { type Scene, settled, switchTheme } from '#tests/screens/scenes.ts';
import { closePage, seeNoSidewaysScroll, seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import { type LeadStage, setLeadStage } from './leads-steps.ts';

const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 820, height: 1180 };
export const PHONE = { width: 390, height: 844 };

/** A page of an organization with demo data. */
export interface SceneStage {
  page: Page;
  visit(scene: Scene): Promise<void>;
  /** Checks every rule in one theme, and the colours in the other. */
  seeBothThemes(): Promise<void>;
  seeFits(size: typeof PHONE): Promise<void>;
}

/** Opens one page for all scenes of a file: a sign-in and a start of the application for each would take longer than the checks. */
export function setSceneStage(): SceneStage {
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
  return {
    get page() {
      return page;
    },
    visit: async (scene) => {
      await page.setViewportSize(DESKTOP);
      await page.goto(scene.path(demo));
      await settled(page);
      await scene.open?.(page);
      await settled(page);
    },
    seeBothThemes: async () => {
      await switchTheme(page, 'dark');
      await seeNoViolations(page, 'dark theme');
      await switchTheme(page, 'light');
      await seeNoViolations(page, 'light theme', 'colours');
    },
    seeFits: async (size) => {
      await page.setViewportSize(size);
      await settled(page);
      await seeWidth(page, size.width, `at ${size.width} px`);
      // Wide tables scroll by themselves on a tablet; on a phone they are cards.
      if (size === PHONE) await seeNoSidewaysScroll(page);
    },
  };
}
