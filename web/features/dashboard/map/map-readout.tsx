import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Flag } from '../../../ui/flag.tsx';
import type { DashboardCountry } from '../queries.ts';

interface MapReadoutProps {
  /** Code of the country under the pointer or in focus. */
  code: string | null;
  /** Statistics of that country; undefined if it has no leads. */
  country: DashboardCountry | undefined;
  countries: readonly DashboardCountry[];
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Describes one country, or all of them, in words below the map. */
export function MapReadout({ code, country, countries }: MapReadoutProps) {
  return (
    <div aria-hidden className="mt-3 min-h-10 text-13 tabular-nums">
      {code === null ? <Everywhere countries={countries} /> : <Somewhere code={code} country={country} />}
    </div>
  );
}

function Everywhere({ countries }: { countries: readonly DashboardCountry[] }) {
  const known = countries.filter(({ iso }) => iso !== null);
  const elsewhere = countries.reduce((sum, { iso, totalLeads }) => sum + (iso === null ? totalLeads : 0), 0);
  return (
    <>
      <p className="font-medium">{formatCount(known.length, 'country', 'countries')} with leads</p>
      {elsewhere > 0 && <p className="text-muted">{formatNumber(elsewhere)} without a known country</p>}
    </>
  );
}

function Somewhere({ code, country }: { code: string; country: DashboardCountry | undefined }) {
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Flag code={code} />
        <span className="truncate">{country?.country ?? NAMES.of(code)}</span>
      </p>
      <p className="text-muted">
        {country
          ? `${formatCount(country.totalLeads, 'lead')} · ${formatNumber(country.validNumbers)} valid · ${formatNumber(country.qualifiedLeads)} qualified`
          : 'No leads'}
      </p>
    </>
  );
}
