import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Coins, Download, Handshake } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Money } from '#contract/customers.ts';
import { OUTCOMES_PATH } from '#contract/live-paths.ts';
import { exportOutcomes, type OutcomeFigures, saveSourceCost } from '#contract/outcomes.ts';
import { callApi, callUrl } from '../../../lib/call-api.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { PriceFields } from '../../../lib/price-fields.tsx';
import { priceProblem, priceTerms } from '../../../lib/sale-price.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { CardEmpty } from '../cards.tsx';
import { type ChosenPeriod, periodName, queryOfPeriod } from '../period/period.ts';
import { type OutcomeReply, outcomesQuery } from '../queries.ts';
import { type PeriodRow, PeriodTable } from './period-table.tsx';
import { SourceName } from './suppliers-card.tsx';

const COLUMNS = [
  ...['Source and buyer', 'Delivered', 'Accepted', 'Rejected', 'Returned', 'Converted'],
  ...['Revenue', 'Margin', 'Buyer revenue'],
];
const REASONS_SHOWN = 3;

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

type Shown = Pick<OutcomeReply, 'rows' | 'costs'>;

/** Button and dialog with which administrators enter what leads of a source cost. */
function SourceCosts(shown: Shown) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={Coins} onClick={() => setOpen(true)}>
        Source Costs
      </Button>
      {open && <CostDialog {...shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function CostDialog({ rows, costs, onClose }: Shown & { onClose: () => void }) {
  const client = useQueryClient();
  const [source, setSource] = useState('');
  const [draft, setDraft] = useState({ price: '', currency: '' });
  const [asked, ask] = useAsked();
  const costOf = (name: string) => costs.find((one) => one.source === name);
  const names = [...new Set([...rows, ...costs].map((one) => one.source))].filter((name) => name !== '');
  const problem = priceProblem(draft);
  const save = useMutation({
    mutationFn: () => {
      const { price = null, currency = null } = priceTerms(draft);
      return callApi(saveSourceCost, { body: { source, cost: price, currency } });
    },
    onSuccess: () => {
      toast({ title: 'Cost saved', description: source });
      void client.invalidateQueries({ queryKey: [OUTCOMES_PATH] });
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't save the cost"),
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Source Costs"
      description="What you pay for a lead of a source. The margin is your revenue minus these costs; rejected leads cost nothing."
      action="Save Cost"
      pending={save.isPending}
      pendingText="Saving..."
      onAction={(form) => (source === '' || problem !== null ? ask(form) : save.mutate())}
    >
      <Field label="Source" error={asked && source === '' ? 'Choose a source' : undefined}>
        <Combobox
          value={source}
          searchPlaceholder="Find a source"
          options={names.sort().map((name) => {
            const cost = costOf(name);
            const hint = cost && formatMoney({ amount: cost.cost, currency: cost.currency });
            return { value: name, label: name, ...(hint !== undefined && { hint }) };
          })}
          onChange={(name) => {
            const cost = costOf(name);
            setSource(name);
            setDraft({ price: cost?.cost ?? '', currency: cost?.currency ?? draft.currency });
          }}
        />
      </Field>
      <PriceFields
        label="Cost per lead"
        help="Leave blank for none."
        draft={draft}
        problem={problem && { ...problem, message: problem.message.replace('price', 'cost') }}
        asked={asked}
        onEdit={(change) => setDraft({ ...draft, ...change })}
      />
    </ActionDialog>
  );
}
