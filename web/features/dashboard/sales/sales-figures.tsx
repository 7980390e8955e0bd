import type { ReactNode } from 'react';
import type { ComparedSales } from '#contract/dashboard.ts';
import { formatNumber } from '../../../lib/format.ts';
import { changeText, comparedMoney, rateText } from './change.ts';

/** Renders the totals of a period beside those of the period before. */
export function SalesFiguresRow({ total: { now, before } }: { total: ComparedSales }) {
  const revenue = comparedMoney(now.revenue, before.revenue);
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6 gap-y-4">
      <Figure
        label="Leads sold"
        value={formatNumber(now.sold)}
        change={changeText(now.sold, before.sold)}
        before={formatNumber(before.sold)}
      />
      <Figure label="Return rate" value={rateText(now)} change={null} before={rateText(before)} />
      {revenue.length === 0 ? (
        <Figure label="Revenue" value="–" change={null} before="–" />
      ) : (
        revenue.map(({ currency, ...sums }) => (
          <Figure
            key={currency}
            label={revenue.length === 1 ? 'Revenue' : `Revenue in ${currency}`}
            value={sums.now}
            change={sums.change}
            before={sums.before}
          />
        ))
      )}
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: ReactNode;
  change: string | null;
  before: string;
}

function Figure({ label, value, change, before }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="mt-0.5 text-24 font-semibold tracking-tight break-words tabular-nums">{value}</dd>
      <dd className="text-13 text-muted tabular-nums">
        {change !== null && <span className="font-medium text-text">{change} </span>}
        {before} before
      </dd>
    </div>
  );
}
