import { useQuery } from '@tanstack/react-query';
import { BadgeDollarSign } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { CardEmpty, CardStates } from '../card-states.tsx';
import { type DashboardSales, salesQuery } from '../queries.ts';
import { lastDays, lengthOf, PERIODS, periodDays, type SalesPeriod } from './period.ts';
import { BuyerTable, SourceTable } from './sales-breakdown.tsx';
import { SalesFiguresRow } from './sales-figures.tsx';

/** Shows the sales of a period with the period before: sold, return rate and revenue, by source and by buyer. */
export function SalesSection() {
  const today = new Date().toISOString().slice(0, 10);
  const [period, setPeriod] = useState<SalesPeriod>({ choice: '30', ...lastDays(30, today) });
  const chosen = periodDays(period, today);
  const [shown, setShown] = useState(chosen);
  // An incomplete period leaves the last complete one on screen.
  if (chosen !== null && (chosen.from !== shown?.from || chosen.to !== shown.to)) setShown(chosen);
  const query = useQuery(salesQuery(shown ?? lastDays(30, today)));
  return (
    <Card
      title="Sales"
      subtitle={query.data && periodText(query.data)}
      actions={<PeriodControl period={period} onPeriod={setPeriod} />}
    >
      <CardStates
        query={query}
        failure="Failed to fetch sales"
        loading={<Skeleton className="h-52 w-full" />}
      >
        {(sales) => (isNone(sales) ? <NoSales /> : <Sales sales={sales} stale={query.isPlaceholderData} />)}
      </CardStates>
    </Card>
  );
}

function periodText({ from, to }: DashboardSales): string {
  const days = lengthOf({ from, to });
  const earlier = days === 1 ? 'the day before' : `the ${days} days before`;
  return `${formatDate(from)} to ${formatDate(to)}, compared with ${earlier}`;
}

function isNone({ total }: DashboardSales): boolean {
  return total.now.sold === 0 && total.before.sold === 0;
}

function NoSales() {
  return (
    <CardEmpty
      icon={BadgeDollarSign}
      text="No sales in this period or the one before. Mark leads as sold to see what you earn."
    />
  );
}

function Sales({ sales, stale }: { sales: DashboardSales; stale: boolean }) {
  return (
    <div aria-busy={stale} className="flex flex-col gap-6">
      <SalesFiguresRow total={sales.total} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <SourceTable sales={sales} />
        <BuyerTable sales={sales} />
      </div>
    </div>
  );
}

interface PeriodControlProps {
  period: SalesPeriod;
  onPeriod: (period: SalesPeriod) => void;
}

function PeriodControl({ period, onPeriod }: PeriodControlProps) {
  const day = (key: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      className="h-8 w-36 max-md:h-10"
      value={period[key]}
      onChange={(event) => onPeriod({ ...period, [key]: event.target.value })}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {period.choice === 'custom' && (
        <>
          {day('from', 'First day')}
          {day('to', 'Last day')}
        </>
      )}
      <Segmented
        label="Period of the sales"
        value={period.choice}
        options={PERIODS}
        onChange={(choice) => onPeriod({ ...period, choice })}
      />
    </div>
  );
}
