import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Handshake } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Money } from '#contract/customers.ts';
import { exportOutcomes, type OutcomeFigures } from '#contract/outcomes.ts';
import { callUrl } from '../../../lib/call-api.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { CardEmpty } from '../card-states.tsx';
import { type ChosenPeriod, queryOfPeriod } from '../period/period.ts';
import { periodName } from '../period/period-text.ts';
import { type OutcomeReply, outcomesQuery } from '../queries.ts';
import { type PeriodRow, PeriodTable } from './period-table.tsx';
import { SourceCosts } from './source-costs.tsx';
import { SourceName } from './suppliers-card.tsx';

const COLUMNS = [
  ...['Source and buyer', 'Delivered', 'Accepted', 'Rejected', 'Returned', 'Converted'],
  ...['Revenue', 'Margin', 'Buyer revenue'],
];
const REASONS_SHOWN = 3;

/** Accepted, rejected, returned and converted leads by source and buyer. */
export function OutcomesCard({ period, isAdmin }: { period: ChosenPeriod; isAdmin: boolean }) {
  const query = queryOfPeriod(period);
  const outcomes = useQuery(outcomesQuery(query));
  return (
    <PeriodTable
      title="Outcomes"
      subtitle={`By source and buyer · ${periodName(period)}`}
      columns={COLUMNS}
      query={outcomes}
      rowsOf={rowsOfOutcomes}
      failure="Failed to fetch outcomes"
      placeholders={4}
      actions={
        <>
          {isAdmin && outcomes.data !== undefined && outcomes.data.rows.length > 0 && (
            <SourceCosts {...outcomes.data} />
          )}
          <a className={buttonClass('secondary', 'small')} href={callUrl(exportOutcomes, { query })} download>
            <Download className="size-4" aria-hidden />
            Download CSV
          </a>
        </>
      }
      empty={
        <CardEmpty
          icon={Handshake}
          text="No sales in this period. Outcomes come from deliveries, customers' tokens and imported files."
        />
      }
    />
  );
}

function rowsOfOutcomes({ rows, total, leftOut }: OutcomeReply): PeriodRow[] {
  if (rows.length === 0) return [];
  const name = leftOut === 0 ? 'Total' : `Total, with ${formatNumber(leftOut)} more rows in the file`;
  return [
    figuresRow('total', <span className="font-medium">{name}</span>, total),
    ...rows.map(({ source, customer, name: customerName, ...figures }) =>
      figuresRow(
        JSON.stringify([source, customer]),
        <>
          <SourceName source={source} />
          {' · '}
          <Link
            to="/customers"
            search={{ customer }}
            title={customerName ?? customer}
            className="underline-offset-2 hover:underline"
          >
            {customer}
          </Link>
        </>,
        figures,
      ),
    ),
  ];
}

function figuresRow(key: string, name: ReactNode, figures: OutcomeFigures): PeriodRow {
  const { delivered, accepted, rejected, returned, converted, revenue, margin, buyerRevenue } = figures;
  return {
    key,
    name,
    numbers: [
      ...[delivered, accepted],
      <Rejected key="rejected" {...figures} />,
      ...[returned, converted],
      <Amounts key="revenue" amounts={revenue} />,
      <Amounts key="margin" amounts={margin} />,
      <Amounts key="buyer" amounts={buyerRevenue} />,
    ],
    line: [
      `${formatNumber(accepted)} accepted`,
      `${formatNumber(rejected)} rejected`,
      `${formatNumber(returned)} returned`,
      `${formatNumber(converted)} converted`,
    ].join(' · '),
    value: formatCount(delivered, 'lead'),
  };
}

function Rejected({ rejected, rejectedBy }: Pick<OutcomeFigures, 'rejected' | 'rejectedBy'>) {
  const more = rejectedBy.length - REASONS_SHOWN;
  return (
    <>
      {formatNumber(rejected)}
      {rejectedBy.slice(0, REASONS_SHOWN).map(({ reason, leads }) => (
        <span key={reason} title={reason} className="block max-w-40 truncate text-12 text-muted">
          {formatNumber(leads)} {reason}
        </span>
      ))}
      {more > 0 && (
        <span className="block text-12 text-muted">{formatCount(more, 'more reason', 'more reasons')}</span>
      )}
    </>
  );
}

function Amounts({ amounts }: { amounts: readonly Money[] }) {
  if (amounts.length === 0) return '–';
  return amounts.map((sum) => (
    <span key={sum.currency} className="block text-right whitespace-nowrap">
      {sum.currency === '' ? sum.amount : formatMoney(sum)}
    </span>
  ));
}
