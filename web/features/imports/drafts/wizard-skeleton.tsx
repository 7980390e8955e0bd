import { Skeleton } from '../../../ui/skeleton.tsx';

/** Placeholder of the wizard while a draft loads. */
export function WizardSkeleton() {
  return (
    <div role="status" aria-label="Loading the draft" className="flex flex-col gap-5">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  );
}
