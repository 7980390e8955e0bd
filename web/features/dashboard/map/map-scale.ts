import { scaleThreshold } from '@visx/scale';
import { formatShort } from '../../../lib/format.ts';

/** Number of shades of countries with leads. */
const SHADES = 5;
/** Digits with which a bound may begin, so that legends are easy to read. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** A class of countries: a range of leads and its shade, 1 (faint) to 5 (strong). */
export interface ShadeClass {
  label: string;
  shade: number;
}

/** Shades of a map, graded by magnitude. */
export interface ShadeScale {
  /** Returns the shade of a country, 0 without leads. */
  shadeOf: (leads: number) => number;
  /** Classes from the fewest leads to the most. */
  classes: readonly ShadeClass[];
}

/**
 * Returns the scale of a map. Bounds grow by a constant factor between the fewest and the most leads, rounded, so that both small
 * and large countries can be told apart.
 */
export function shadeScale(leads: readonly number[]): ShadeScale {
  const counts = leads.filter((count) => count > 0);
  const bounds = counts.length === 0 ? [] : boundsBetween(Math.min(...counts), Math.max(...counts));
  // Fewer classes take the strongest shades.
  const shades = Array.from({ length: bounds.length + 1 }, (_, index) => SHADES - bounds.length + index);
  const scale = scaleThreshold<number, number>({ domain: bounds, range: shades });
  return {
    shadeOf: (count) => (count > 0 ? scale(count) : 0),
    classes:
      counts.length === 0 ? [] : shades.map((shade, index) => ({ shade, label: labelOf(bounds, index) })),
  };
}

function boundsBetween(least: number, most: number): number[] {
  const factor = (most / least) ** (1 / SHADES);
  const raw = Array.from({ length: SHADES - 1 }, (_, index) => roundBound(least * factor ** (index + 1)));
  return [...new Set(raw)].filter((bound) => bound > least && bound <= most);
}

/** Returns the nearest round whole number. */
function roundBound(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const distance = (digit: number) => Math.abs(digit * magnitude - value);
  const [nearest = 1] = ROUND.toSorted((a, b) => distance(a) - distance(b));
  return Math.max(1, Math.round(nearest * magnitude));
}

function labelOf(bounds: readonly number[], index: number): string {
  const [from, next] = [bounds[index - 1], bounds[index]];
  if (from === undefined) return next === undefined ? 'Any' : next === 2 ? '1' : `Under ${formatShort(next)}`;
  if (next === undefined) return `${formatShort(from)}+`;
  return next - from === 1 ? formatShort(from) : `${formatShort(from)} – ${formatShort(next - 1)}`;
}
