import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ActivityCard } from '../features/dashboard/activity/activity-card.tsx';
import { CountryList } from '../features/dashboard/country-list.tsx';
import { GettingStarted } from '../features/dashboard/getting-started.tsx';
import { MapCard } from '../features/dashboard/map-card.tsx';
import { type ChosenPeriod, readPeriod, searchOfPeriod } from '../features/dashboard/period/period.ts';
import { PeriodControl } from '../features/dashboard/period/period-control.tsx';
import { statsQuery } from '../features/dashboard/queries.ts';
import { BrandList, TagList } from '../features/dashboard/rankings.tsx';
import { OutcomesCard } from '../features/dashboard/sales/outcomes-card.tsx';
import { BuyerSales, SourceSales } from '../features/dashboard/sales/sales-breakdown.tsx';
import { SuppliersCard } from '../features/dashboard/sales/suppliers-card.tsx';
import { SampleData } from '../features/dashboard/sample-data.tsx';
import type { DashboardSearch } from '../features/dashboard/search.ts';
import { SharesCard } from '../features/dashboard/shares-card.tsx';
import { StatCards } from '../features/dashboard/stat-cards.tsx';
import { QuickUpload } from '../features/imports/quick-upload.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/');
const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-3';
const HALVES = `${ROW} md:grid-cols-2`;
/** Halves need room for five table columns. */
const TABLES = `${ROW} min-[87.5rem]:grid-cols-2`;
const UNEVEN = `${ROW} xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]`;

/** First screen after sign-in; the URL holds the period and the map region. */
export function DashboardPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: DashboardSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), resetScroll: false });
  const { data: stats } = useQuery(statsQuery);
  const begins = stats?.totalLeads === 0 && stats.totalImports === 0;
  const period = readPeriod(search);
  const onPeriod = (next: ChosenPeriod) => change(searchOfPeriod(next));
  const start = <Start key="start" />;
  const insights = (
    <Insights key="insights" period={period} onPeriod={onPeriod} map={search.map} onSearch={change} />
  );
  return (
    <ScreenPage
      title="Dashboard"
      subtitle="Overview of your lead management system"
      actions={<PeriodControl period={period} onPeriod={onPeriod} />}
    >
      <div className="flex flex-col gap-3">
        <StatCards />
        <SampleData isEmpty={begins} />
        {/* The keys preserve a running upload when the first leads change the order. */}
        {begins ? [start, insights] : [insights, start]}
      </div>
    </ScreenPage>
  );
}

interface InsightsProps {
  period: ChosenPeriod;
  onPeriod: (period: ChosenPeriod) => void;
  map: string | undefined;
  onSearch: (changes: DashboardSearch) => void;
}

function Insights({ period, onPeriod, map, onSearch }: InsightsProps) {
  const { user } = route.useRouteContext();
  return (
    <>
      <ActivityCard period={period} onPeriod={onPeriod} />
      <div className={UNEVEN}>
        <MapCard
          area={map === 'europe' ? 'europe' : 'world'}
          onArea={(area) => onSearch({ map: area === 'europe' ? area : undefined })}
        />
        <CountryList />
      </div>
      <div className={HALVES}>
        <BrandList />
        <TagList />
      </div>
      <div className={TABLES}>
        <SourceSales period={period} />
        <BuyerSales period={period} />
      </div>
      <OutcomesCard period={period} isAdmin={user?.isAdmin === true} />
      <div className={UNEVEN}>
        <SuppliersCard period={period} />
        <SharesCard />
      </div>
    </>
  );
}

function Start() {
  const navigate = useNavigate();
  const goOn = (draft: string) => void navigate({ to: '/import', search: { draft } });
  return (
    <div className={UNEVEN}>
      <QuickUpload onContinue={goOn} />
      <GettingStarted />
    </div>
  );
}
