import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import type { DashboardCountry } from '../queries.ts';
import { CountryMark } from './country-mark.tsx';
import { MapReadout } from './map-readout.tsx';
import { labelsOf, shadeOf } from './map-scale.ts';
import { COUNTRY_SHAPES, type CountryShape, MAP_HEIGHT, MAP_WIDTH } from './world-shapes.ts';

const LABEL_PIXELS = 11;
const DOT_PIXELS = 3.5;
/** Map width in CSS pixels that counts as wide, and the number of labels on wide and narrow maps. */
const WIDE = 600;
const LABELS_WIDE = 8;
const LABELS_NARROW = 4;

interface Marked extends DashboardCountry {
  /** First mark of the country, which takes the focus. */
  shape: CountryShape;
}

// Several names may mean one country; the one with the most leads represents it.
function markCountries(countries: readonly DashboardCountry[]): Marked[] {
  const taken = new Set<string | null>();
  return countries.flatMap((country) => {
    const shape = COUNTRY_SHAPES.find(({ code }) => code === country.iso);
    if (!shape || taken.has(country.iso)) return [];
    taken.add(country.iso);
    return [{ ...country, shape }];
  });
}

/** Returns the index to which a key moves the focus, or null for other keys. */
function indexAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/**
 * Renders a world map shaded by leads, with the countries that have the most leads labelled. The map is one
 * tab stop: the arrow keys move from the country with the most leads towards the fewest, and Enter opens its
 * leads. `countries` are sorted by leads, most first.
 */
export function WorldMap({ countries }: { countries: readonly DashboardCountry[] }) {
  const frame = useRef<HTMLElement>(null);
  const width = useElementWidth(frame, MAP_WIDTH);
  const marked = useMemo(() => markCountries(countries), [countries]);
  const byCode = useMemo(() => new Map(marked.map((country) => [country.shape.code, country])), [marked]);
  const [current, setCurrent] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const unit = MAP_WIDTH / width;
  const most = marked[0]?.totalLeads ?? 0;
  const at = Math.max(
    0,
    marked.findIndex(({ shape }) => shape.code === current),
  );

  const focusedCode = focused ? marked[at]?.shape.code : undefined;
  const shown = pointed ?? focusedCode ?? null;

  function onFocus(code: string | null) {
    if (code !== null) setCurrent(code);
    setFocused(code !== null);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = indexAfterKey(event.key, at, marked.length);
    const next = to === null ? undefined : marked[to];
    if (!next) return;
    event.preventDefault();
    frame.current?.querySelector<SVGAElement>(`a[data-code="${next.shape.code}"]`)?.focus();
  }

  return (
    <section ref={frame} aria-label="Map of leads by country" className="relative">
      <svg
        role="presentation"
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        className="block h-auto w-full overflow-visible"
      >
        {COUNTRY_SHAPES.map((shape) => {
          const country = byCode.get(shape.code);
          if (!country && shape.path === null) return null;
          return (
            <CountryMark
              key={shape.key}
              shape={shape}
              country={country}
              shade={shadeOf(country?.totalLeads ?? 0, most)}
              radius={DOT_PIXELS * unit}
              first={country?.shape === shape}
              tabbable={marked[at]?.shape === shape}
              onKeyDown={onKeyDown}
              onPoint={setPointed}
              onFocus={onFocus}
            />
          );
        })}
        <Outline code={shown} unit={unit} focused={focused && pointed === null} />
        <Names marked={marked} unit={unit} count={width < WIDE ? LABELS_NARROW : LABELS_WIDE} />
      </svg>
      <MapReadout code={shown} country={byCode.get(shown ?? '')} countries={countries} />
    </section>
  );
}

interface OutlineProps {
  code: string | null;
  /** One CSS pixel in map units. */
  unit: number;
  focused: boolean;
}

/** Draws the outline of a country above its neighbours. */
function Outline({ code, unit, focused }: OutlineProps) {
  const className = cx('pointer-events-none fill-none', focused ? 'stroke-accent' : 'stroke-text');
  return COUNTRY_SHAPES.filter((shape) => shape.code === code).map(({ key, path, x, y }) =>
    path === null ? (
      <circle
        key={key}
        cx={x}
        cy={y}
        r={(DOT_PIXELS + 2) * unit}
        className={className}
        strokeWidth={2 * unit}
      />
    ) : (
      <path key={key} d={path} className={className} strokeWidth={(focused ? 2.5 : 1.5) * unit} />
    ),
  );
}

interface NamesProps {
  marked: readonly Marked[];
  /** One CSS pixel in map units. */
  unit: number;
  count: number;
}

function Names({ marked, unit, count }: NamesProps) {
  const size = LABEL_PIXELS * unit;
  const places = marked.map(({ shape, totalLeads }) => ({ ...shape, totalLeads }));
  return (
    <g aria-hidden className="pointer-events-none" style={{ fontSize: `${size}px` }}>
      {labelsOf(places, { count, size, width: MAP_WIDTH }).map(({ code, text, x, y }) => (
        <text
          key={code}
          x={x}
          y={y}
          dy="0.35em"
          textAnchor="middle"
          strokeWidth={3 * unit}
          className="fill-text stroke-surface font-semibold tabular-nums [paint-order:stroke] [stroke-linejoin:round]"
        >
          {text}
        </text>
      ))}
    </g>
  );
}
