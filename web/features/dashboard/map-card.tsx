import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { QueryContent } from '../../lib/query-error.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChartCard } from './cards.tsx';
import type { MapArea } from './map/map-shapes.ts';
import { NumberTable } from './number-table.tsx';
import { countriesQuery, type DashboardCountry } from './queries.ts';

// Loaded lazily, because the country shapes are larger than the rest of the screen.
const LazyWorldMap = lazy(async () => ({ default: (await import('./map/world-map.tsx')).WorldMap }));

/** Has the size of the map and its legend. */
const LOADING = (
  <div aria-hidden className="flex grow flex-col justify-between">
    <Skeleton className="my-auto aspect-[960/463] w-full rounded-none" />
    <div className="min-h-10 px-5 pt-3 pb-4">
      <Skeleton className="h-8 w-full max-w-64" />
    </div>
  </div>
);

const AREAS: readonly { value: MapArea; label: string }[] = [
  { value: 'world', label: 'World' },
  { value: 'europe', label: 'Europe' },
];

function CountryNumbers({ countries }: { countries: readonly DashboardCountry[] }) {
  const rows = countries.map(({ country, totalLeads, validNumbers, qualifiedLeads }) => ({
    key: country,
    name: country,
    numbers: [totalLeads, validNumbers, qualifiedLeads],
  }));
  return (
    <NumberTable
      flush
      label="Leads by country"
      columns={['Country', 'Total', 'Valid', 'Qualified']}
      rows={rows}
    />
  );
}

export function MapCard({ area, onArea }: { area: MapArea; onArea: (area: MapArea) => void }) {
  const query = useQuery(countriesQuery);
  const countries = query.data ?? [];
  return (
    <ChartCard
      title="World Map"
      padded={false}
      table={countries.length > 0 ? <CountryNumbers countries={countries} /> : null}
      control={<Segmented label="Part of the world" value={area} options={AREAS} onChange={onArea} />}
    >
      <QueryContent query={query} title="Failed to fetch countries" loading={LOADING}>
        {(known) => (
          <Suspense fallback={LOADING}>
            <LazyWorldMap countries={known} area={area} />
          </Suspense>
        )}
      </QueryContent>
    </ChartCard>
  );
}
