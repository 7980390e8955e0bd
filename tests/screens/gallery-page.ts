import type { Scene } from './scenes.ts';

/** Themes of the pictures. */
export const THEMES = ['light', 'dark'] as const;

/** Size of a window, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Sizes of the pictures: a desktop and a phone. */
export const SIZES: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** One picture of a scene. */
export interface Picture {
  scene: Scene;
  theme: (typeof THEMES)[number];
  size: Size;
}

/** Returns the file name of a picture. */
export function pictureName({ scene, theme, size }: Picture): string {
  return `${scene.name}-${theme}-${size.width}.webp`;
}

/** Returns the page that shows the pictures that were taken. */
export function galleryPage(
  screens: readonly Scene[],
  dialogs: readonly Scene[],
  taken: ReadonlySet<string>,
): string {
  return [
    '# Screens',
    'Every screen and the main dialogs, light and dark, on a desktop (1440 px) and on a phone (390 px), with demo data.\n`npm run gallery` takes the pictures again.',
    '## Screens',
    ...screens.map((scene) => section(scene, taken)),
    '## Dialogs, drawers and panels',
    ...dialogs.map((scene) => section(scene, taken)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function section(scene: Scene, taken: ReadonlySet<string>): string {
  const images = SIZES.flatMap((size) => THEMES.map((theme) => image({ scene, theme, size }, taken)));
  const shown = images.filter((image) => image !== '');
  return shown.length === 0 ? '' : `### ${scene.title}\n\n${shown.join('\n')}`;
}

function image(picture: Picture, taken: ReadonlySet<string>): string {
  const file = pictureName(picture);
  const { theme, size } = picture;
  const alt = size.width < 1000 ? `${theme}-phone` : theme;
  return taken.has(file) ? `![${alt}](${file})` : '';
}
