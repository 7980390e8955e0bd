import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ComparedSales } from '#contract/dashboard.ts';
import { formatNumber } from '../../../lib/format.ts';
import { formatRevenue } from '../../../lib/money.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { NumberTable } from '../number-table.tsx';
import type { DashboardSales } from '../queries.ts';
import { useShowAll } from '../use-show-all.tsx';
import { rateText } from './change.ts';
import { PhoneList, type PhoneRow } from './phone-list.tsx';
import { SourceName } from './source-name.tsx';

const ROWS_SHOWN = 10;
const LINK = 'underline-offset-2 hover:underline';

interface Row extends ComparedSales {
  key: string;
  name: ReactNode;
}

/** Shows the sales of each source; a name leads to its leads. */
export function SourceTable({ sales }: { sales: DashboardSales }) {
  const rows = sales.sources.map(({ source, ...figures }) => ({
    ...figures,
    key: source,
    name: <SourceName source={source} />,
  }));
  return <Breakdown title="By source" first="Source" rows={rows} />;
}

/** Shows the sales to each buyer; a number leads to the customer. */
export function BuyerTable({ sales }: { sales: DashboardSales }) {
  const rows = sales.buyers.map(({ customer, name, ...figures }) => ({
    ...figures,
    key: customer,
    name: (
      <Link to="/customers" search={{ customer }} title={name ?? customer} className={LINK}>
        {customer}
        {name !== null && <span className="ml-2 text-muted">{name}</span>}
      </Link>
    ),
  }));
  return <Breakdown title="By buyer" first="Customer" rows={rows} />;
}

function Breakdown({ title, first, rows }: { title: string; first: string; rows: readonly Row[] }) {
  const [shown, showAll] = useShowAll(rows, ROWS_SHOWN, title);
  const phone = usePhoneWidth();
  const label = `Sales ${title.toLowerCase()}`;
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <h3 className="text-13 font-semibold">{title}</h3>
        {showAll}
      </div>
      {phone ? (
        <PhoneList label={label} rows={shown.map(phoneRow)} />
      ) : (
        <NumberTable
          label={label}
          columns={[first, 'Sold', 'Before', 'Return rate', 'Revenue']}
          rows={shown.map(({ key, name, now, before }) => ({
            key,
            name,
            numbers: [now.sold, before.sold, rateText(now), formatRevenue(now.revenue)],
          }))}
        />
      )}
    </section>
  );
}

function phoneRow({ key, name, now, before }: Row): PhoneRow {
  const sold = `${formatNumber(now.sold)} sold (${formatNumber(before.sold)} before)`;
  const line = now.sold === 0 ? sold : `${sold} · ${rateText(now)} returned`;
  return { key, name, line, value: formatRevenue(now.revenue) };
}
