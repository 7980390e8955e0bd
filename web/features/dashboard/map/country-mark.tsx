import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import type { DashboardCountry } from '../queries.ts';
import { SHADE_FILLS } from './map-legend.tsx';
import type { CountryShape } from './map-shapes.ts';

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

export function CountryMark(props: CountryMarkProps) {
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
