import { scaleThreshold } from '@visx/scale';
import { formatShort } from '../../../lib/format.ts';

const SHADES = 5;
/** Leading digits of bounds, for readable legends. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Range of leads with its shade, 1 (faint) to 5 (strong). */
export interface ShadeClass {
  label: string;
  shade: number;
}

export interface ShadeScale {
  /** 0 without leads. */
  shadeOf: (leads: number) => number;
  /** Fewest leads first. */
  classes: readonly ShadeClass[];
}

/**
 * Returns a map's scale; rounded bounds grow by a constant factor to distinguish small and large
 * countries.
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
