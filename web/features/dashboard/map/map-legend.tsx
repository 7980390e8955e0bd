import { formatCount, formatNumber } from '../../../lib/format.ts';
import type { DashboardCountry } from '../queries.ts';
import type { ShadeClass } from './map-scale.ts';

/** Fill classes by shade; the strongest is the data color. */
export const SHADE_FILLS = [
  'fill-neutral-tint',
  'fill-[color-mix(in_oklab,var(--info)_24%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_42%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_60%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_79%,var(--neutral-tint))]',
  'fill-info',
] as const;

interface MapLegendProps {
  classes: readonly ShadeClass[];
  countries: readonly DashboardCountry[];
}

/** Shades, number of countries with leads, and leads without a country. */
export function MapLegend({ classes, countries }: MapLegendProps) {
  const known = countries.filter(({ iso }) => iso !== null);
  const elsewhere = countries.reduce((sum, { iso, totalLeads }) => sum + (iso === null ? totalLeads : 0), 0);
  return (
    <div className="flex min-h-10 flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 pt-3 pb-4 text-12 tabular-nums">
      <div>
        <p className="text-13 font-medium">{formatCount(known.length, 'country', 'countries')} with leads</p>
        {elsewhere > 0 && <p className="text-muted">{formatNumber(elsewhere)} without a known country</p>}
      </div>
      {classes.length > 0 && (
        // In the flow under their shade, labels can't overlap.
        <ul aria-label="Leads by shade" className="flex flex-wrap gap-x-px gap-y-2">
          {classes.map(({ shade, label }) => (
            <li key={shade} className="min-w-11 text-center text-muted">
              <svg aria-hidden className="h-2 w-0 min-w-full">
                <rect width="100%" height="100%" className={SHADE_FILLS[shade]} />
              </svg>
              <span className="block px-1.5 pt-0.5 whitespace-nowrap">{label}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
