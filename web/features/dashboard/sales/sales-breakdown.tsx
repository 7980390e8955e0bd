import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeDollarSign } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ComparedSales } from '#contract/dashboard.ts';
import { formatNumber } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/card.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { CardEmpty, CardStates } from '../card-states.tsx';
import { changeOf, rateText } from '../change.ts';
import { ChangeText } from '../change-text.tsx';
import { NumberTable } from '../number-table.tsx';
import { type ChosenPeriod, queryOfPeriod } from '../period/period.ts';
import { periodName } from '../period/period-text.ts';
import { type DashboardSales, salesQuery } from '../queries.ts';
import { ListSkeleton, useShowAll } from '../use-show-all.tsx';
import { PhoneList, type PhoneRow } from './phone-list.tsx';
import { SourceName } from './suppliers-card.tsx';

const ROWS_SHOWN = 8;

interface Row extends ComparedSales {
  key: string;
  name: ReactNode;
}

export function SourceSales({ period }: { period: ChosenPeriod }) {
  return <Breakdown period={period} title="Sales by Source" first="Source" rowsOf={sourceRows} />;
}

export function BuyerSales({ period }: { period: ChosenPeriod }) {
  return <Breakdown period={period} title="Sales by Buyer" first="Customer" rowsOf={buyerRows} />;
}

function sourceRows({ sources }: DashboardSales): Row[] {
  return sources.map(({ source, ...figures }) => ({
    ...figures,
    key: source,
    name: <SourceName source={source} />,
  }));
}

function buyerRows({ buyers }: DashboardSales): Row[] {
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
  rowsOf: (sales: DashboardSales) => Row[];
}

function Breakdown({ period, title, first, rowsOf }: BreakdownProps) {
  const query = useQuery(salesQuery(queryOfPeriod(period)));
  const rows = query.data ? rowsOf(query.data) : [];
  const [shown, showAll] = useShowAll(rows, ROWS_SHOWN, title);
  const dimmed = useDimmed(query.isPlaceholderData);
  const compared = period.preset !== 'all';
  return (
    <Card title={title} subtitle={periodName(period)} fill padded={false} actions={showAll}>
      <CardStates query={query} failure="Failed to fetch sales" loading={<ListSkeleton rows={4} />}>
        {() =>
          rows.length === 0 ? (
            <NoSales compared={compared} />
          ) : (
            <div aria-busy={query.isPlaceholderData} className={dimmed}>
              <Rows label={title} first={first} rows={shown} compared={compared} />
            </div>
          )
        }
      </CardStates>
    </Card>
  );
}

function NoSales({ compared }: { compared: boolean }) {
  return (
    <CardEmpty
      icon={BadgeDollarSign}
      text={`${compared ? 'No sales in this period or the one before.' : 'No sales yet.'} Mark leads as sold to see what you earn.`}
      action={
        <Link to="/mark-sold" className={buttonClass('secondary', 'small')}>
          Mark Sold
        </Link>
      }
    />
  );
}

interface RowsProps {
  label: string;
  first: string;
  rows: readonly Row[];
  compared: boolean;
}

function Rows({ label, first, rows, compared }: RowsProps) {
  const phone = usePhoneWidth();
  if (phone) return <PhoneList label={label} rows={rows.map((row) => phoneRow(row, compared))} />;
  const columns = [first, 'Sold', ...(compared ? ['Change'] : []), 'Return rate', 'Revenue'];
  return (
    <NumberTable
      flush
      label={label}
      columns={columns}
      rows={rows.map(({ key, name, now, before }) => ({
        key,
        name,
        numbers: [
          now.sold,
          ...(compared ? [<SoldChange key="change" now={now.sold} before={before.sold} />] : []),
          rateText(now),
          <Revenue key="revenue" revenue={now.revenue} />,
        ],
      }))}
    />
  );
}

/** A line per currency, so that the table fits its card. */
function Revenue({ revenue }: Pick<ComparedSales['now'], 'revenue'>) {
  if (revenue.length === 0) return '–';
  return revenue.map((sum) => (
    <span key={sum.currency} className="block text-right whitespace-nowrap">
      {formatMoney(sum)}
    </span>
  ));
}

function SoldChange({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before);
  return change && <ChangeText change={change} before={formatNumber(before)} />;
}

function phoneRow({ key, name, now, before }: Row, compared: boolean): PhoneRow {
  const sold = `${formatNumber(now.sold)} sold${compared ? ` (${formatNumber(before.sold)} before)` : ''}`;
  const line = now.sold === 0 ? sold : `${sold} · ${rateText(now)} returned`;
  return { key, name, line, value: <Revenue revenue={now.revenue} /> };
}
