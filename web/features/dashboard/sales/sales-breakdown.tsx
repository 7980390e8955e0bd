import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeDollarSign } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ComparedSales } from '#contract/dashboard.ts';
import { formatNumber } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { CardEmpty } from '../cards.tsx';
import { ChangeText, changeOf, rateText } from '../change-text.tsx';
import { type ChosenPeriod, periodName, queryOfPeriod } from '../period/period.ts';
import { type DashboardSales, salesQuery } from '../queries.ts';
import { type PeriodRow, PeriodTable } from './period-table.tsx';
import { SourceName } from './suppliers-card.tsx';

interface NamedSales extends ComparedSales {
  key: string;
  name: ReactNode;
}

export function SourceSales({ period }: { period: ChosenPeriod }) {
  return <Breakdown period={period} title="Sales by Source" first="Source" salesOf={salesBySource} />;
}

export function BuyerSales({ period }: { period: ChosenPeriod }) {
  return <Breakdown period={period} title="Sales by Buyer" first="Customer" salesOf={salesByBuyer} />;
}

function salesBySource({ sources }: DashboardSales): NamedSales[] {
  return sources.map(({ source, ...figures }) => ({
    ...figures,
    key: source,
    name: <SourceName source={source} />,
  }));
}

function salesByBuyer({ buyers }: DashboardSales): NamedSales[] {
  return buyers.map(({ customer, name, ...figures }) => ({
    ...figures,
    key: customer,
    name: (
      <Link
        to="/customers"
        search={{ customer }}
        title={name ?? customer}
        className="underline-offset-2 hover:underline"
      >
        {customer}
        {name !== null && <span className="text-muted"> {name}</span>}
      </Link>
    ),
  }));
}

interface BreakdownProps {
  period: ChosenPeriod;
  title: string;
  /** Heading of the names. */
  first: string;
  salesOf: (sales: DashboardSales) => NamedSales[];
}

function Breakdown({ period, title, first, salesOf }: BreakdownProps) {
  const compared = period.preset !== 'all';
  return (
    <PeriodTable
      title={title}
      subtitle={periodName(period)}
      columns={[first, 'Sold', ...(compared ? ['Change'] : []), 'Return rate', 'Revenue']}
      query={useQuery(salesQuery(queryOfPeriod(period)))}
      rowsOf={(sales) => salesOf(sales).map((named) => rowOf(named, compared))}
      failure="Failed to fetch sales"
      placeholders={4}
      empty={
        <CardEmpty
          icon={BadgeDollarSign}
          text={`${compared ? 'No sales in this period or the one before.' : 'No sales yet.'} Mark leads as sold to see what you earn.`}
          action={
            <Link to="/mark-sold" className={buttonClass('secondary', 'small')}>
              Mark Sold
            </Link>
          }
        />
      }
    />
  );
}

function rowOf({ key, name, now, before }: NamedSales, compared: boolean): PeriodRow {
  const sold = `${formatNumber(now.sold)} sold${compared ? ` (${formatNumber(before.sold)} before)` : ''}`;
  const change = changeOf(now.sold, before.sold);
  const changed = change && <ChangeText key="change" change={change} before={formatNumber(before.sold)} />;
  const revenue = <Revenue key="revenue" revenue={now.revenue} />;
  return {
    key,
    name,
    numbers: [now.sold, ...(compared ? [changed] : []), rateText(now), revenue],
    line: now.sold === 0 ? sold : `${sold} · ${rateText(now)} returned`,
    value: revenue,
  };
}

function Revenue({ revenue }: Pick<ComparedSales['now'], 'revenue'>) {
  if (revenue.length === 0) return '–';
  return revenue.map((sum) => (
    <span key={sum.currency} className="block text-right whitespace-nowrap">
      {formatMoney(sum)}
    </span>
  ));
}
