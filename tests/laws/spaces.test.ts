import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// The law of spaces: words are parted by a space in the text. A margin parts them for the eye, but accessible names and
// copied text run together. The browser tests read the names of every screen; this finds states that no test opens.

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const INLINE = /<(?:span|a|Link|time|strong|em|b|small|code|bdi|abbr|kbd|Badge)\b(?<attributes>[^<]*?)>/g;
const SIDE_MARGIN = /(?<=[\s"'`])-?m[lrxse]-(?!auto)[\w.[]/;

/** Returns inline elements with a side margin that hold text. */
function margins(code: string): string[] {
  return [...code.matchAll(INLINE)]
    .map(({ groups }) => groups?.['attributes'] ?? '')
    .filter((attributes) => SIDE_MARGIN.test(attributes) && !/aria-hidden|\/$/.test(attributes))
    .map((attributes) => attributes.trim());
}

it('inline texts are parted by spaces, never by margins', () => {
  const files = globSync('{features,lib,routes,ui}/**/*.tsx', { cwd: WEB });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) =>
    margins(readFileSync(`${WEB}${path}`, 'utf8')).map((attributes) => `${path}: ${attributes}`),
  );
  expect(found).toEqual([]);
});

it('finds a margin in every way of writing it, and none at icons and edges', () => {
  expect(margins('<span className="ml-1.5 text-muted">')).toHaveLength(1);
  expect(margins("<span className={cx('mx-2', tone)}>")).toHaveLength(1);
  expect(margins('<Link\n  to="/"\n  className="mr-[3px]"\n>')).toHaveLength(1);
  expect(margins('<span aria-hidden className="ml-2" /><span className="ml-auto mt-2">')).toEqual([]);
});
