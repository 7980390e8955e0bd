import { it } from 'vitest';
import { SCREENS } from '#tests/screens/scenes.ts';
import { seeNoViolations, seeTouchTargets } from '#tests/support/browser.ts';
import { PHONE, setSceneStage, TABLET } from './scene-steps.ts';

const stage = setSceneStage();

for (const scene of SCREENS.filter(({ signedOut }) => !signedOut)) {
  it(`shows ${scene.title} without violations or sideways scrolling in both themes and at every width`, async () => {
    await stage.visit(scene);
    await stage.seeBothThemes();
    await stage.seeFits(TABLET);
    await stage.seeFits(PHONE);
    await seeNoViolations(stage.page, `at ${PHONE.width} px`);
    await seeTouchTargets(stage.page);
  });
}
