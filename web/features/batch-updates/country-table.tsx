import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { invalidPhoneCountries } from '#contract/phones.ts';
import { formatNumber } from '../../lib/format.ts';
import { QueryContent } from '../../lib/query-error.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { INVALID_PHONES, NO_COUNTRY_NAME, phoneCountriesQuery, WITHOUT_COUNTRY } from './fix-phones-card.tsx';

type CountryCount = ReplyOf<typeof invalidPhoneCountries>[number];

/** Invalid phones by country, and whether a calling prefix can be added. */
export function CountryTable() {
  return (
    <Card title="Invalid Numbers by Country" padded={false}>
      <QueryContent
        query={useQuery(phoneCountriesQuery)}
        title="Failed to fetch the countries"
        loading={<SkeletonLines widths={['w-56', 'w-40', 'w-48', 'w-44']} className="px-5 pb-5" />}
      >
        {(countries) =>
          countries.length === 0 ? (
            <EmptyState
              icon={Globe}
              title="No Invalid Numbers"
              text="Every phone is valid."
              className="py-8"
            />
          ) : (
            <Countries countries={countries} />
          )
        }
      </QueryContent>
    </Card>
  );
}

const HEAD = 'sticky top-0 bg-surface pb-1.5 text-12 font-medium text-muted';
// Keyboard scrolling needs a focusable region.
const SCROLLABLE = { tabIndex: 0 };

function Countries({ countries }: { countries: readonly CountryCount[] }) {
  return (
    <section
      aria-label="Countries"
      {...SCROLLABLE}
      className="max-h-[25.5rem] overflow-y-auto pb-2 [scrollbar-width:thin]"
    >
      <table aria-label="Invalid numbers by country" className="w-full text-13">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} pl-5 text-left`}>
              Country
            </th>
            <th scope="col" className={`${HEAD} pl-4 text-right`}>
              Count
            </th>
            <th scope="col" className={`${HEAD} w-36 pr-5 pl-6 text-left`}>
              Prefix
            </th>
          </tr>
        </thead>
        <tbody>
          {countries.map((country) => (
            <PhoneCountryRow key={country.country} {...country} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PhoneCountryRow({ country, iso, count, prefix }: CountryCount) {
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="h-9 w-full max-w-0 pl-5 text-left font-medium">
        <span className="flex min-w-0 items-center gap-2.5">
          <Flag code={iso} />
          <Link
            to="/leads"
            search={country === NO_COUNTRY_NAME ? WITHOUT_COUNTRY : { ...INVALID_PHONES, country }}
            title={country}
            className="truncate underline-offset-2 hover:underline max-md:leading-11"
          >
            {country}
          </Link>
        </span>
      </th>
      <td className="pl-4 text-right tabular-nums">{formatNumber(count)}</td>
      <td className="pr-5 pl-6">
        {prefix === null ? <Badge>No prefix</Badge> : <span className="tabular-nums">{prefix}</span>}
      </td>
    </tr>
  );
}
