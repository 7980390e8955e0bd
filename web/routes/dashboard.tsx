import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CountryList } from '../features/dashboard/country-list.tsx';
import { GettingStarted } from '../features/dashboard/getting-started.tsx';
import { ImportsChart } from '../features/dashboard/imports-chart.tsx';
import { MapCard } from '../features/dashboard/map-card.tsx';
import { statsQuery } from '../features/dashboard/queries.ts';
import { BrandList, TagList } from '../features/dashboard/rankings.tsx';
import { SalesSection } from '../features/dashboard/sales/sales-section.tsx';
import { SuppliersCard } from '../features/dashboard/sales/suppliers-card.tsx';
import { SampleData } from '../features/dashboard/sample-data.tsx';
import { SharesCard } from '../features/dashboard/shares-card.tsx';
import { StatCards } from '../features/dashboard/stat-cards.tsx';
import { QuickUpload } from '../features/imports/quick-upload.tsx';
import { useTitle } from '../lib/use-title.ts';
import { ScreenPage } from '../ui/page.tsx';

const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-3';
const UNEVEN = `${ROW} xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]`;

/** Renders the dashboard, the first screen after sign-in: totals, leads by country, and the upload of a file. */
export function DashboardPage() {
  useTitle('Dashboard');
  const { data: stats } = useQuery(statsQuery);
  const begins = stats?.totalLeads === 0 && stats.totalImports === 0;
  const start = <Start key="start" />;
  return (
    <ScreenPage title="Dashboard" subtitle="Overview of your lead management system">
      <div className="flex flex-col gap-3">
        <StatCards />
        <SampleData isEmpty={begins} />
        {/* The keys preserve a running upload when the first leads arrive and the order changes. */}
        {begins ? [start, <Insights key="insights" />] : [<Insights key="insights" />, start]}
      </div>
    </ScreenPage>
  );
}

function Insights() {
  return (
    <>
      <div className={UNEVEN}>
        <MapCard />
        <CountryList />
      </div>
      <div className={`${ROW} lg:grid-cols-2`}>
        <BrandList />
        <TagList />
      </div>
      <div className={UNEVEN}>
        <ImportsChart />
        <SharesCard />
      </div>
      <SalesSection />
      <SuppliersCard />
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
