/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Tokens = Map<string, readonly [number, number, number]>;

/** Parses the colors of a block of the tokens file to linear sRGB. */
function tokensOf(css: string, selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('}', start));
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map(
    [...found].map(([, name, l, c, h]) => [String(name), linear(Number(l), Number(c), Number(h))]),
  );
}

/** Converts OKLCH to linear sRGB, clipped to the gamut as on a screen. */
function linear(lightness: number, chroma: number, hue: number): readonly [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Returns the WCAG 2.2 contrast ratio of two colors of a theme. */
function contrast(tokens: Tokens, one: string, other: string): number {
  const luminance = (name: string) => {
    const colour = tokens.get(name);
    if (!colour) throw new Error(`No token --${name}`);
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2] + 0.05;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return Math.max(a, b) / Math.min(a, b);
}

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const THEMES = { dark: tokensOf(css, ':root:not([data-theme="light"])'), light: tokensOf(css, ':root') };

const GROUNDS = ['canvas', 'surface', 'raised', 'hover'];
const TONES = ['accent', 'positive', 'caution', 'negative', 'info', 'violet', 'pink', 'orange'];
const TEXT: [string, string][] = [
  ...GROUNDS.flatMap((ground) => ['text', 'muted', ...TONES].map((text): [string, string] => [text, ground])),
  ...TONES.flatMap((tone): [string, string][] => [
    [tone, `${tone}-tint`],
    ['text', `${tone}-tint`],
    ['muted', `${tone}-tint`],
  ]),
  ['text', 'neutral-tint'],
  ['muted', 'neutral-tint'],
  ['accent', 'neutral-tint'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-negative', 'negative-fill'],
  ['on-negative', 'negative-fill-hover'],
];
const LINES: [string, string][] = ['line-strong', 'accent'].flatMap((line) =>
  GROUNDS.map((ground): [string, string] => [line, ground]),
);

describe.each(Object.entries(THEMES))('the %s theme', (_theme, tokens) => {
  it.each(TEXT)('has text in %s on %s at 4.5 or better', (text, ground) => {
    expect(contrast(tokens, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(LINES)('has lines of controls and focus in %s on %s at 3 or better', (line, ground) => {
    expect(contrast(tokens, line, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('knows the greatest contrast there is', () => {
  const ends: Tokens = new Map([
    ['black', linear(0, 0, 0)],
    ['white', linear(1, 0, 0)],
  ]);
  expect(contrast(ends, 'black', 'white')).toBeCloseTo(21, 1);
});

it('gives every role a colour in both themes', () => {
  expect([...THEMES.light.keys()]).toEqual([...THEMES.dark.keys()]);
  expect(THEMES.dark.size).toBeGreaterThan(20);
});
