import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DuplicateCluster } from '#contract/duplicates.ts';
import { formatCount } from '../../../lib/format.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { dismissClusters, mergeClusters } from './merge-clusters.ts';

interface ClustersBarProps {
  clusters: readonly DuplicateCluster[];
  onDone: () => void;
}

/** Actions on the selected groups. */
export function ClustersBar({ clusters, onDone }: ClustersBarProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const merge = useMutation({
    mutationFn: () => mergeClusters(client, clusters),
    onSuccess: () => {
      setAsking(false);
      onDone();
    },
  });
  const dismiss = useMutation({ mutationFn: () => dismissClusters(client, clusters), onSuccess: onDone });
  const count = formatCount(clusters.length, 'group');
  return (
    <section
      aria-label="Selected groups"
      className="sticky bottom-3 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised px-4 py-2 shadow-float md:top-0 md:bottom-auto"
    >
      <p className="mr-auto text-13 font-medium tabular-nums">{clusters.length} selected</p>
      <Button
        size="small"
        disabled={merge.isPending}
        pending={dismiss.isPending}
        onClick={() => dismiss.mutate()}
      >
        Not the Same People
      </Button>
      <Button size="small" variant="primary" disabled={dismiss.isPending} onClick={() => setAsking(true)}>
        Merge {formatCount(clusters.length, 'Group')}
      </Button>
      {asking && (
        <ActionDialog
          onClose={() => setAsking(false)}
          title="Merge Groups"
          description={`Merge ${count}? The oldest lead of each group stays, with its values. Empty fields are filled from the others, which go to the bin. You can undo this.`}
          action={`Merge ${formatCount(clusters.length, 'Group')}`}
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
