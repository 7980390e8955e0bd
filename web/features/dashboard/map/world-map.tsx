import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Flag } from '../../../ui/flag.tsx';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import { ChartBubble } from '../chart/chart-bubble.tsx';
import type { DashboardCountry } from '../queries.ts';
import { labelsOf } from './map-labels.ts';
import { MapLegend, SHADE_FILLS } from './map-legend.tsx';
import { shadeScale } from './map-scale.ts';
import { type CountryShape, MAP_HEIGHT, MAP_WIDTH, type MapArea, shapesOf } from './map-shapes.ts';

export function indexAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

const LABEL_PIXELS = 11;
const DOT_PIXELS = 3.5;
/** Minimum width of wide maps in CSS pixels, and numbers of labels. */
const WIDE = 600;
const LABELS_WIDE = { world: 8, europe: 24 };
const LABELS_NARROW = { world: 4, europe: 10 };

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

interface Marked extends DashboardCountry {
  /** Focusable mark of the country. */
  shape: CountryShape;
}

// If several names mean the same country, the name with the most leads represents it.
function markCountries(countries: readonly DashboardCountry[], shapes: readonly CountryShape[]): Marked[] {
  const taken = new Set<string | null>();
  return countries.flatMap((country) => {
    const shape = shapes.find(({ code }) => code === country.iso);
    if (!shape || taken.has(country.iso)) return [];
    taken.add(country.iso);
    return [{ ...country, shape }];
  });
}

/**
 * Map shaded by leads, with the top countries labeled. It is one tab stop: arrow keys move from
 * most to fewest leads, Enter opens a country's leads. `countries` must be sorted by leads, most
 * first.
 */
export function WorldMap({ countries, area }: { countries: readonly DashboardCountry[]; area: MapArea }) {
  const frame = useRef<HTMLElement>(null);
  const width = useElementWidth(frame, MAP_WIDTH);
  const shapes = shapesOf(area);
  const marked = useMemo(() => markCountries(countries, shapes), [countries, shapes]);
  const byCode = useMemo(() => new Map(marked.map((country) => [country.shape.code, country])), [marked]);
  const scale = useMemo(() => {
    const known = countries.filter(({ iso }) => iso !== null);
    return shadeScale(known.map(({ totalLeads }) => totalLeads));
  }, [countries]);
  const [current, setCurrent] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const unit = MAP_WIDTH / width;
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
    <section aria-label="Map of leads by country" className="flex grow flex-col justify-between">
      <section ref={frame} aria-label={AREA_NAMES[area]} className="relative my-auto border-y border-line">
        <svg
          role="presentation"
          viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
          className="block h-auto w-full bg-canvas"
        >
          {shapes.map((shape) => {
            const country = byCode.get(shape.code);
            if (!country && shape.path === null) return null;
            return (
              <CountryMark
                key={shape.key}
                shape={shape}
                country={country}
                shade={scale.shadeOf(country?.totalLeads ?? 0)}
                radius={DOT_PIXELS * unit}
                first={country?.shape === shape}
                tabbable={marked[at]?.shape === shape}
                onKeyDown={onKeyDown}
                onPoint={setPointed}
                onFocus={onFocus}
              />
            );
          })}
          <Outline
            shapes={shapes.filter(({ code }) => code === shown)}
            unit={unit}
            focused={focused && pointed === null}
          />
          <Names marked={marked} unit={unit} count={(width < WIDE ? LABELS_NARROW : LABELS_WIDE)[area]} />
        </svg>
        <CountryBubble
          shape={shapes.find(({ code }) => code === shown)}
          country={byCode.get(shown ?? '')}
          width={width}
        />
      </section>
      <MapLegend classes={scale.classes} countries={countries} />
    </section>
  );
}

const AREA_NAMES: Record<MapArea, string> = { world: 'World', europe: 'Europe' };

interface CountryBubbleProps {
  shape: CountryShape | undefined;
  country: DashboardCountry | undefined;
  /** Map width in CSS pixels. */
  width: number;
}

function CountryBubble({ shape, country, width }: CountryBubbleProps) {
  if (!shape) return null;
  const scale = width / MAP_WIDTH;
  return (
    <ChartBubble
      x={shape.x * scale}
      gap={16}
      width={width}
      top={Math.max(0, Math.min(shape.y * scale - 28, MAP_HEIGHT * scale - 64))}
      title={
        <span className="flex items-center gap-2 text-text">
          <Flag code={shape.code} />
          <span className="truncate">{country?.country ?? NAMES.of(shape.code)}</span>
        </span>
      }
      lines={
        country
          ? [
              formatCount(country.totalLeads, 'lead'),
              `${formatNumber(country.validNumbers)} valid · ${formatNumber(country.qualifiedLeads)} qualified`,
            ]
          : ['No leads']
      }
    />
  );
}

interface OutlineProps {
  /** Marks of a country. */
  shapes: readonly CountryShape[];
  /** One CSS pixel in map units. */
  unit: number;
  focused: boolean;
}

/** Outline above neighboring countries. */
function Outline({ shapes, unit, focused }: OutlineProps) {
  const className = cx('pointer-events-none fill-none', focused ? 'stroke-accent' : 'stroke-text');
  return shapes.map(({ key, path, x, y }) =>
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
  const room = { count, size, width: MAP_WIDTH, height: MAP_HEIGHT };
  return (
    <g aria-hidden data-labels className="pointer-events-none" style={{ fontSize: `${size}px` }}>
      {labelsOf(places, room).map(({ code, text, x, y }) => (
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

interface CountryMarkProps {
  shape: CountryShape;
  /** Undefined without leads. */
  country: DashboardCountry | undefined;
  /** From 0 to 5. */
  shade: number;
  /** Dot radius in map units. */
  radius: number;
  /** The only focusable mark of its country. */
  first: boolean;
  tabbable: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onPoint: (code: string | null) => void;
  onFocus: (code: string | null) => void;
}

function CountryMark(props: CountryMarkProps) {
  const { shape, country, shade, radius, first, tabbable, onKeyDown, onPoint, onFocus } = props;
  const point = {
    onPointerEnter: () => onPoint(shape.code),
    onPointerLeave: () => onPoint(null),
  };
  const look = cx('stroke-surface transition-[fill]', SHADE_FILLS[shade]);
  const mark =
    shape.path === null ? (
      <circle cx={shape.x} cy={shape.y} r={radius} className={look} vectorEffect="non-scaling-stroke" />
    ) : (
      <path d={shape.path} className={look} strokeWidth={0.75} vectorEffect="non-scaling-stroke" />
    );
  if (!country) return <g {...point}>{mark}</g>;
  return (
    <Link
      to="/leads"
      search={{ country: country.country }}
      preload={false}
      tabIndex={tabbable ? 0 : -1}
      aria-hidden={first ? undefined : true}
      aria-label={`${country.country}: ${formatCount(country.totalLeads, 'lead')}`}
      {...(first && { 'data-code': shape.code })}
      {...point}
      onFocus={() => onFocus(shape.code)}
      onBlur={() => onFocus(null)}
      onKeyDown={onKeyDown}
      className="outline-none"
    >
      {mark}
    </Link>
  );
}
