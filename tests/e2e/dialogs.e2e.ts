import { expect, it } from 'vitest';
import { DIALOGS, MORE_DIALOGS } from '#tests/screens/scenes.ts';
import { seeTouchTargets } from '#tests/support/browser.ts';
import { PHONE, setSceneStage } from './scene-steps.ts';

const stage = setSceneStage();

for (const scene of [...DIALOGS, ...MORE_DIALOGS]) {
  it(`shows ${scene.title} without violations in both themes, within a phone, until Escape`, async () => {
    await stage.visit(scene);
    await stage.seeBothThemes();
    await stage.seeFits(PHONE);
    await seeTouchTargets(stage.page);
    const dialogs = stage.page.getByRole('dialog');
    const open = await dialogs.count();
    if (open === 0) return;
    await stage.page.keyboard.press('Escape');
    await expect.poll(() => dialogs.count(), { message: 'after Escape' }).toBeLessThan(open);
  });
}
