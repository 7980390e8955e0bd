import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardStates } from './card-states.tsx';
import { ChartCard } from './chart-card.tsx';
import { NumberTable } from './number-table.tsx';
import { countriesQuery, type DashboardCountry } from './queries.ts';

// Loaded lazily, because the country shapes are larger than the rest of the screen.
const LazyWorldMap = lazy(async () => ({ default: (await import('./map/world-map.tsx')).WorldMap }));

const LOADING = <Skeleton className="aspect-[2.1] w-full" />;

function CountryNumbers({ countries }: { countries: readonly DashboardCountry[] }) {
  const rows = countries.map(({ country, totalLeads, validNumbers, qualifiedLeads }) => ({
    key: country,
    name: country,
    numbers: [totalLeads, validNumbers, qualifiedLeads],
  }));
  return (
    <NumberTable label="Leads by country" columns={['Country', 'Total', 'Valid', 'Qualified']} rows={rows} />
  );
}

/** Shows the leads by country on a world map. */
export function MapCard() {
  const query = useQuery(countriesQuery);
  const countries = query.data ?? [];
  return (
    <ChartCard
      title="World map"
      table={countries.length > 0 ? <CountryNumbers countries={countries} /> : null}
    >
      <CardStates query={query} failure="Failed to fetch countries" loading={LOADING}>
        {(known) => (
          <Suspense fallback={LOADING}>
            <LazyWorldMap countries={known} />
          </Suspense>
        )}
      </CardStates>
    </ChartCard>
  );
}
