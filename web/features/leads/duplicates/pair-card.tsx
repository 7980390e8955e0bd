import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type DuplicatePair, dismissDuplicate, mergeDuplicates } from '#contract/duplicates.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';
import { pairFields, type Side, takenFields } from './pair-fields.ts';
import { PairTable } from './pair-table.tsx';

const REASON: Record<DuplicatePair['reason'], string> = {
  name_and_postcode: 'Same name and postcode',
  email_variant: 'Emails that differ by dots or a plus tag',
  phone_extension: 'Phones that differ by an extension',
};

/** Compares two leads, to merge them or dismiss the pair. */
export function PairCard({ pair }: { pair: DuplicatePair }) {
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
  const failed = (title: string) => (error: Error) =>
    toast({ tone: 'destructive', title, description: messageOf(error, 'Please try again.') });
  const merge = useMutation({
    ...settled,
    mutationFn: ({ keep, take }: { keep: Side; take: string[] }) => {
      const [kept, merged] = keep === 'a' ? [a, b] : [b, a];
      return callApi(mergeDuplicates, { body: { keepId: kept.id, mergeId: merged.id, take } });
    },
    onSuccess: (lead) => toast({ title: 'Leads merged', description: leadName(lead) }),
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
