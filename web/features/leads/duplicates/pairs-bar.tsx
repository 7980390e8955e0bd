import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DuplicatePair } from '#contract/duplicates.ts';
import { formatCount } from '../../../lib/format.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { dismissPairs, mergePairs } from './merge-pairs.ts';

interface PairsBarProps {
  pairs: readonly DuplicatePair[];
  onDone: () => void;
}

/** Actions on the selected pairs. */
export function PairsBar({ pairs, onDone }: PairsBarProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const merge = useMutation({
    mutationFn: () => mergePairs(client, pairs),
    onSuccess: () => {
      setAsking(false);
      onDone();
    },
  });
  const dismiss = useMutation({ mutationFn: () => dismissPairs(client, pairs), onSuccess: onDone });
  const count = formatCount(pairs.length, 'pair');
  return (
    <section
      aria-label="Selected pairs"
      className="sticky bottom-3 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised px-4 py-2 shadow-float md:top-0 md:bottom-auto"
    >
      <p className="mr-auto text-13 font-medium tabular-nums">{pairs.length} selected</p>
      <Button
        size="small"
        disabled={merge.isPending}
        pending={dismiss.isPending}
        onClick={() => dismiss.mutate()}
      >
        Not the Same People
      </Button>
      <Button size="small" variant="primary" disabled={dismiss.isPending} onClick={() => setAsking(true)}>
        Merge {formatCount(pairs.length, 'Pair')}
      </Button>
      {asking && (
        <ActionDialog
          onClose={() => setAsking(false)}
          title="Merge Pairs"
          description={`Merge ${count}? The older lead of each pair stays, with its values; what it lacks comes from the newer one, which goes to the bin. You can undo this.`}
          action={`Merge ${formatCount(pairs.length, 'Pair')}`}
          pending={merge.isPending}
          pendingText="Merging..."
          onAction={() => merge.mutate()}
        >
          {null}
        </ActionDialog>
      )}
    </section>
  );
}
