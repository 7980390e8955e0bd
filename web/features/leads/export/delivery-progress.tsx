import type { BulkOperation } from '#contract/bulk.ts';
import { formatCount } from '../../../lib/format.ts';
import { JobProgress } from '../../../lib/job-progress.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface DeliveryProgressProps {
  running: boolean;
  moved: { now: BulkOperation; at: number };
  /** Sale whose file isn't downloaded yet. */
  sold: BulkOperation | null;
}

/** Progress of a sale, and the remaining steps if its download failed. */
export function DeliveryProgress({ running, moved, sold }: DeliveryProgressProps) {
  if (sold !== null && !running) {
    return (
      <Notice tone="caution" title={`${formatCount(sold.changed, 'lead')} marked as sold`}>
        The file hasn't downloaded yet. You can also download it later from the customer.
      </Notice>
    );
  }
  return (
    <JobProgress
      label="Sale progress"
      noun="lead"
      at={moved.at}
      done={moved.now.done}
      total={moved.now.total}
      note="You can close this. It continues in the background."
    />
  );
}
