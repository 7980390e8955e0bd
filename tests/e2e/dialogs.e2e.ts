import { it } from 'vitest';
import { DIALOGS, MORE_DIALOGS } from '#tests/screens/scenes.ts';
import { seeTouchTargets } from '#tests/support/browser.ts';
import { PHONE, setSceneStage } from './scene-steps.ts';

const stage = setSceneStage();

for (const scene of [...DIALOGS, ...MORE_DIALOGS]) {
  it(`shows ${scene.title} without violations in both themes, and within a phone`, async () => {
    await stage.visit(scene);
    await stage.seeBothThemes();
    await stage.seeFits(PHONE);
    await seeTouchTargets(stage.page);
  });
}
