import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DuplicateCluster } from '#contract/duplicates.ts';
import { mergeDuplicates } from '#contract/merges.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';
import { type ClusterField, clusterFields, takenFields } from './cluster-fields.ts';
import { dismissCluster, mergedToast } from './merge-clusters.ts';
import { BAND, ReasonList } from './reason-list.tsx';

interface ClusterTableProps {
  /** Unique name of the radio groups. */
  name: string;
  label: string;
  fields: readonly ClusterField[];
  /** Number of leads. */
  count: number;
  keep: number;
  chosen: Readonly<Record<string, number>>;
  onKeep: (place: number) => void;
  onChoose: (field: string, place: number) => void;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

function ordinal(place: number): string {
  return ORDINALS[place] ?? `${place + 1}th`;
}

const CELL = 'border-t border-line px-3 py-1.5 align-top break-words first:pl-5 last:pr-5';
// Phones show a field's name above its values.
const ROW = 'max-sm:grid max-sm:grid-cols-2 max-sm:px-2';
const NAME = 'max-sm:col-span-2 max-sm:-mx-2 max-sm:pb-0';
const VALUE = 'max-sm:border-t-0';

/** Compares leads by field; the user chooses between different values. */
function ClusterTable({ name, label, fields, count, keep, chosen, onKeep, onChoose }: ClusterTableProps) {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <table aria-label={label} className="w-full table-fixed text-13 max-sm:block">
      <colgroup>
        <col className="w-1/5" />
        <col span={count} />
      </colgroup>
      <thead className="max-sm:block">
        <tr className={ROW}>
          <th scope="col" className={cx(CELL, NAME, 'text-left text-12 font-medium text-muted')}>
            <span className="max-sm:sr-only">Field</span>
          </th>
          {places.map((place) => (
            <th key={place} scope="col" className={cx(CELL, VALUE, 'text-left font-medium')}>
              <label className="flex items-center gap-2 max-md:min-h-11">
                <input
                  type="radio"
                  name={`${name}-keep`}
                  checked={keep === place}
                  onChange={() => onKeep(place)}
                  className="size-4 shrink-0 accent-accent"
                />
                Keep the {ordinal(place)} lead
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
            {places.map((place) => (
              <td key={place} className={cx(CELL, VALUE)}>
                {field.choosable ? (
                  <ValueChoice
                    name={`${name}-${field.field}`}
                    label={`${field.label} of the ${ordinal(place)} lead: ${field.values[place]}`}
                    value={field.values[place] ?? ''}
                    checked={(chosen[field.field] ?? keep) === place}
                    onChoose={() => onChoose(field.field, place)}
                  />
                ) : (
                  field.values[place] || <span className="text-muted">–</span>
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

interface ClusterCardProps {
  cluster: DuplicateCluster;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  /** The keys `m` and `n` are for this card. */
  active: boolean;
}

/** Compares leads, to merge them or tell them apart. */
export function ClusterCard({ cluster, selected, onSelect, active }: ClusterCardProps) {
  const name = useId();
  const { leads } = cluster;
  const title = leads.slice(0, 1).map(leadName).join();
  const fields = clusterFields(leads);
  const differing = fields.filter(({ differs }) => differs);
  const same = fields.length - differing.length;
  const [all, setAll] = useState(false);
  const [keep, setKeep] = useState(0);
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const { merge, dismiss } = useClusterActions(cluster);
  const busy = merge.isPending || dismiss.isPending;
  return (
    <Card
      title={title}
      subtitle={<ReasonList pair={cluster.pairs[0]} />}
      className={cx(active && 'outline-2 outline-accent')}
      actions={
        <div className="flex items-center gap-3">
          <Badge tone={BAND[cluster.band].tone}>{BAND[cluster.band].label}</Badge>
          <Checkbox
            checked={selected}
            aria-label={`Select ${leads.map(leadName).join(' and ')}`}
            onChange={onSelect}
          />
        </div>
      }
      padded={false}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="mr-auto text-13 text-muted">
            Notes, sales, tags and timelines of all leads are kept. The leads you don't keep go to the bin.
          </p>
          <Button
            disabled={busy}
            pending={dismiss.isPending}
            aria-keyshortcuts={active ? 'N' : undefined}
            onClick={() => dismiss.mutate()}
          >
            Not the Same Person
          </Button>
          <Button
            variant="primary"
            disabled={busy}
            pending={merge.isPending}
            pendingText="Merging..."
            aria-keyshortcuts={active ? 'M' : undefined}
            onClick={() => merge.mutate({ keep, take: takenFields(fields, keep, chosen) })}
          >
            Merge
          </Button>
        </div>
      }
    >
      <ClusterTable
        name={name}
        label={leads.map(leadName).join(' and ')}
        fields={all ? fields : differing}
        count={leads.length}
        keep={keep}
        chosen={chosen}
        onKeep={(place) => {
          setKeep(place);
          setChosen({});
        }}
        onChoose={(field, place) => setChosen({ ...chosen, [field]: place })}
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

function useClusterActions(cluster: DuplicateCluster) {
  const client = useQueryClient();
  const settled = { onSettled: () => refreshLeads(client) };
  const failed = (title: string) => (error: Error) => showReason(error, title);
  const merge = useMutation({
    ...settled,
    mutationFn: ({ keep, take }: { keep: number; take: string[] }) => {
      const leadIds = cluster.leads.map(({ id }) => id);
      return callApi(mergeDuplicates, { body: { keepId: leadIds[keep] ?? '', leadIds, take } });
    },
    onSuccess: ({ undoId, ...lead }) => mergedToast(client, lead, undoId),
    onError: failed('Merge failed'),
  });
  const dismiss = useMutation({
    ...settled,
    mutationFn: () => dismissCluster(cluster),
    onSuccess: () =>
      toast({ title: 'Different people', description: "We won't show these leads as duplicates again." }),
    onError: failed('Not saved'),
  });
  return { merge, dismiss };
}
