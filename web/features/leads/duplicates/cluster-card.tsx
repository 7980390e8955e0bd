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
import { clusterFields, takenFields } from './cluster-fields.ts';
import { ClusterTable } from './cluster-table.tsx';
import { dismissCluster, mergedToast } from './merge-clusters.ts';
import { BAND, ReasonList } from './reason-list.tsx';

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
