import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { QueryContent } from '../../lib/query-error.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { CardEmpty, ListSkeleton, TickingNumber, useShowAll } from './cards.tsx';
import { countriesQuery, type DashboardCountry } from './queries.ts';

const TOP_COUNTRIES = 10;

export function CountryList() {
  const query = useQuery(countriesQuery);
  return (
    <QueryContent query={query} title="Failed to fetch countries" loading={<Loading />}>
      {(countries) => <Loaded countries={countries} />}
    </QueryContent>
  );
}

function Loading() {
  return (
    <Card fill title="Leads by Country" padded={false}>
      <ListSkeleton rows={TOP_COUNTRIES} />
    </Card>
  );
}

function Loaded({ countries }: { countries: readonly DashboardCountry[] }) {
  const [shown, showAll] = useShowAll(countries, TOP_COUNTRIES, 'Leads by Country');
  return (
    <Card fill title="Leads by Country" padded={false} actions={showAll}>
      {countries.length === 0 ? (
        <CardEmpty
          icon={Globe}
          text="No country data available. Import leads with country information to see breakdown."
        />
      ) : (
        <div className="max-h-[27rem] grow overflow-y-auto pb-2 [scrollbar-width:thin] print:px-4">
          {/* Rows share the card's height, within limits. */}
          <table className="w-full text-13" style={{ height: `min(100%, ${2 + shown.length * 3}rem)` }}>
            <Head />
            <tbody>
              {shown.map((country) => (
                <CountryRow key={country.country} {...country} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** Takes the remaining width and truncates. */
const NAME_CELL = 'w-full max-w-0 pl-5 text-left';
const NUMBER_CELL = 'pl-4 text-right whitespace-nowrap tabular-nums';
const LAST_CELL = 'pr-5';

function Head() {
  const head = 'sticky top-0 bg-surface pb-1 text-12 font-medium text-muted';
  return (
    <thead>
      <tr>
        <th scope="col" className={cx(head, NAME_CELL)}>
          Country
        </th>
        <th scope="col" className={cx(head, NUMBER_CELL)}>
          Total
        </th>
        <th scope="col" className={cx(head, NUMBER_CELL)}>
          Valid
        </th>
        <th scope="col" className={cx(head, NUMBER_CELL, LAST_CELL)}>
          Qualified
        </th>
      </tr>
    </thead>
  );
}

function CountryRow({ country, iso, totalLeads, validNumbers, qualifiedLeads }: DashboardCountry) {
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className={cx(NAME_CELL, 'h-9 font-medium max-md:h-11')}>
        <span className="flex min-w-0 items-center gap-2.5">
          <Flag code={iso} />
          <CountryName country={country} iso={iso} />
        </span>
      </th>
      <td className={NUMBER_CELL}>
        <TickingNumber value={totalLeads} />
      </td>
      <td className={cx(NUMBER_CELL, 'text-muted')}>
        <TickingNumber value={validNumbers} />
      </td>
      <td className={cx(NUMBER_CELL, LAST_CELL, 'text-muted')}>
        <TickingNumber value={qualifiedLeads} />
      </td>
    </tr>
  );
}

// No filter finds leads without a country.
function CountryName({ country, iso }: Pick<DashboardCountry, 'country' | 'iso'>) {
  if (iso === null && country === 'Unknown') return <span className="truncate">{country}</span>;
  return (
    <Link
      to="/leads"
      search={{ country }}
      title={country}
      className="truncate underline-offset-2 hover:underline max-md:leading-11"
    >
      {country}
    </Link>
  );
}
