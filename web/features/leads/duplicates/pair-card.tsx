import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type DuplicatePair, dismissDuplicate, mergeDuplicates } from '#contract/duplicates.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';
import { mergedToast } from './merge-pairs.ts';
import { type PairField, pairFields, REASON, type Side, takenFields } from './pair-fields.ts';

interface PairTableProps {
  /** Unique name of the radio groups. */
  name: string;
  label: string;
  fields: readonly PairField[];
  keep: Side;
  chosen: Readonly<Record<string, Side>>;
  onKeep: (side: Side) => void;
  onChoose: (field: string, side: Side) => void;
}

const SIDES: readonly { side: Side; label: string }[] = [
  { side: 'a', label: 'First Lead' },
  { side: 'b', label: 'Second Lead' },
];

const CELL = 'border-t border-line px-3 py-1.5 align-top break-words first:pl-5 last:pr-5';
// Phones show a field's name above its two values.
const ROW = 'max-sm:grid max-sm:grid-cols-2 max-sm:px-2';
const NAME = 'max-sm:col-span-2 max-sm:-mx-2 max-sm:pb-0';
const VALUE = 'max-sm:border-t-0';

/** Compares leads by field; the user chooses between different values. */
function PairTable({ name, label, fields, keep, chosen, onKeep, onChoose }: PairTableProps) {
  return (
    <table aria-label={label} className="w-full table-fixed text-13 max-sm:block">
      <colgroup>
        <col className="w-1/5" />
        <col />
        <col />
      </colgroup>
      <thead className="max-sm:block">
        <tr className={ROW}>
          <th scope="col" className={cx(CELL, NAME, 'text-left text-12 font-medium text-muted')}>
            <span className="max-sm:sr-only">Field</span>
          </th>
          {SIDES.map(({ side, label: lead }) => (
            <th key={side} scope="col" className={cx(CELL, VALUE, 'text-left font-medium')}>
              <label className="flex items-center gap-2 max-md:min-h-11">
                <input
                  type="radio"
                  name={`${name}-keep`}
                  checked={keep === side}
                  onChange={() => onKeep(side)}
                  className="size-4 shrink-0 accent-accent"
                />
                Keep the {lead.toLowerCase()}
              </label>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {fields.map((field) => (
          <tr key={field.field} className={cx(ROW, !field.differs && 'text-muted')}>
            <th scope="row" className={cx(CELL, NAME, 'text-left font-normal text-muted')}>
              <span className="flex items-center gap-2">
                <span
                  className={cx('size-1.5 shrink-0 rounded-full', field.differs && 'bg-caution')}
                  aria-hidden
                />
                <span className="min-w-0 break-words">
                  {field.label}
                  {field.differs && <span className="sr-only"> (differs)</span>}
                </span>
              </span>
            </th>
            {SIDES.map(({ side, label: lead }) => (
              <td key={side} className={cx(CELL, VALUE)}>
                {field.choosable ? (
                  <ValueChoice
                    name={`${name}-${field.field}`}
                    label={`${field.label} of the ${lead.toLowerCase()}: ${field[side]}`}
                    value={field[side]}
                    checked={(chosen[field.field] ?? keep) === side}
                    onChoose={() => onChoose(field.field, side)}
                  />
                ) : (
                  field[side] || <span className="text-muted">–</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueChoiceProps {
  name: string;
  label: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
}

function ValueChoice({ name, label, value, checked, onChoose }: ValueChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2 max-md:min-h-11 max-md:items-center">
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent max-md:mt-0"
      />
      <span className={cx('min-w-0 break-words', !checked && 'text-muted')}>{value}</span>
    </label>
  );
}

interface PairCardProps {
  pair: DuplicatePair;
  selected: boolean;
  onSelect: (selected: boolean) => void;
}

/** Compares two leads, to merge them or dismiss the pair. */
export function PairCard({ pair, selected, onSelect }: PairCardProps) {
  const name = useId();
  const fields = pairFields(pair);
  const differing = fields.filter(({ differs }) => differs);
  const same = fields.length - differing.length;
  const [all, setAll] = useState(false);
  const [keep, setKeep] = useState<Side>('a');
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const { merge, dismiss } = usePairActions(pair);
  const busy = merge.isPending || dismiss.isPending;
  return (
    <Card
      title={leadName(pair.a)}
      subtitle={REASON[pair.reason]}
      actions={
        <Checkbox
          checked={selected}
          aria-label={`Select ${leadName(pair.a)} and ${leadName(pair.b)}`}
          onChange={onSelect}
        />
      }
      padded={false}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="mr-auto text-13 text-muted">
            Notes, sales, tags and timelines of both leads are kept. The other lead goes to the bin.
          </p>
          <Button disabled={busy} pending={dismiss.isPending} onClick={() => dismiss.mutate()}>
            Not the Same Person
          </Button>
          <Button
            variant="primary"
            disabled={busy}
            pending={merge.isPending}
            pendingText="Merging..."
            onClick={() => merge.mutate({ keep, take: takenFields(fields, keep, chosen) })}
          >
            Merge
          </Button>
        </div>
      }
    >
      <PairTable
        name={name}
        label={`${leadName(pair.a)} and ${leadName(pair.b)}`}
        fields={all ? fields : differing}
        keep={keep}
        chosen={chosen}
        onKeep={(side) => {
          setKeep(side);
          setChosen({});
        }}
        onChoose={(field, side) => setChosen({ ...chosen, [field]: side })}
      />
      {same > 0 && (
        <div className="border-t border-line px-3 py-1.5">
          <Button size="small" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Hide' : 'Show'} {formatCount(same, 'equal field')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function usePairActions({ a, b }: DuplicatePair) {
  const client = useQueryClient();
  const settled = { onSettled: () => refreshLeads(client) };
  const failed = (title: string) => (error: Error) => showReason(error, title);
  const merge = useMutation({
    ...settled,
    mutationFn: ({ keep, take }: { keep: Side; take: string[] }) => {
      const [kept, merged] = keep === 'a' ? [a, b] : [b, a];
      return callApi(mergeDuplicates, { body: { keepId: kept.id, mergeId: merged.id, take } });
    },
    onSuccess: ({ undoId, ...lead }) => mergedToast(client, lead, undoId),
    onError: failed('Merge failed'),
  });
  const dismiss = useMutation({
    ...settled,
    mutationFn: () => callApi(dismissDuplicate, { body: { a: a.id, b: b.id } }),
    onSuccess: () => toast({ title: 'Two different people', description: "The pair won't be shown again." }),
    onError: failed('Not saved'),
  });
  return { merge, dismiss };
}
