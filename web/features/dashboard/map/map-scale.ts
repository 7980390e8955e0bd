import { compactNumber } from './compact-number.ts';

/** Minimum shares of the maximum for the shades 5, 4, 3 and 2; half an order of magnitude each. */
const STEPS = [0.3, 0.1, 0.03, 0.01] as const;

/**
 * Returns the shade of a country, 1 to 5 (0 without leads). The scale is logarithmic, so that a country with
 * a thirtieth of the maximum still differs from one with a hundredth.
 */
export function shadeOf(leads: number, most: number): number {
  if (leads <= 0 || most <= 0) return 0;
  const step = STEPS.findIndex((share) => leads / most >= share);
  return step === -1 ? 1 : STEPS.length + 1 - step;
}

/** A country that could be labelled; `x` and `y` in map units. */
export interface Labelled {
  code: string;
  totalLeads: number;
  x: number;
  y: number;
}

/** A label on the map, in map units. */
export interface MapLabel {
  code: string;
  text: string;
  x: number;
  y: number;
}

const CHARACTER = 0.62;
const LINE = 1.35;

/**
 * Places labels for at most `count` countries in the given order, leaving out those that would overlap an
 * earlier label or leave the map. `size` is the height of the letters and `width` that of the map, both in
 * map units.
 */
export function labelsOf(
  countries: readonly Labelled[],
  { count, size, width }: { count: number; size: number; width: number },
): MapLabel[] {
  const boxes: { left: number; right: number; top: number; bottom: number }[] = [];
  const labels: MapLabel[] = [];
  for (const { code, totalLeads, x, y } of countries) {
    if (labels.length === count) break;
    const text = `${code} ${compactNumber(totalLeads)}`;
    const half = (text.length * CHARACTER * size) / 2;
    const high = (LINE * size) / 2;
    const box = { left: x - half, right: x + half, top: y - high, bottom: y + high };
    const covers = boxes.some(
      (other) =>
        box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
    );
    if (covers || box.left < 0 || box.right > width || box.top < 0) continue;
    boxes.push(box);
    labels.push({ code, text, x, y });
  }
  return labels;
}
