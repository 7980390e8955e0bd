const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** Shortens a count, such as `12.3K`. */
function compactNumber(value: number): string {
  return COMPACT.format(value);
}

/** Candidate; `x` and `y` in map units. */
export interface Labelled {
  code: string;
  totalLeads: number;
  x: number;
  y: number;
}

export interface MapLabel {
  code: string;
  text: string;
  x: number;
  y: number;
}

interface LabelRoom {
  /** Maximum labels. */
  count: number;
  /** Letter height in map units. */
  size: number;
  /** Map size in map units. */
  width: number;
  height: number;
}

/** Character width and line height with halo, as multiples of the size. */
const CHARACTER = 0.72;
const LINE = 1.85;

/** Places labels in order, skipping overlaps and labels outside the map. */
export function labelsOf(
  countries: readonly Labelled[],
  { count, size, width, height }: LabelRoom,
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
    if (covers || box.left < 0 || box.right > width || box.top < 0 || box.bottom > height) continue;
    boxes.push(box);
    labels.push({ code, text, x, y });
  }
  return labels;
}
