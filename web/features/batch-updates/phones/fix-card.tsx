import { useQuery } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { invalidPhoneStats } from '#contract/phones.ts';
import { requestIdOf } from '../../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FixPreview } from './fix-preview.tsx';
import { phoneStatsQuery } from './queries.ts';

interface FixCardProps {
  preview: boolean;
  onPreview: (open: boolean) => void;
  fixing: boolean;
  onFix: () => void;
}

/** Auto-fix: offer, preview, then the fix. */
export function FixCard({ preview, onPreview, fixing, onFix }: FixCardProps) {
  const { data: stats, error, isFetching, refetch } = useQuery(phoneStatsQuery);
  const fixable = stats?.fixableCount ?? 0;
  if (stats === undefined && error) {
    return (
      <Card title="Auto-Fix">
        <ErrorState
          title="Failed to fetch the invalid numbers"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-8"
        />
      </Card>
    );
  }
  if (fixing || (preview && fixable > 0)) {
    return <FixPreview fixing={fixing} onFix={onFix} onCancel={() => onPreview(false)} />;
  }
  return (
    <Card title="Auto-Fix">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 max-w-[70ch] flex-1 basis-64 text-14 text-muted">
          {stats ? fixSummary(stats) : <Skeleton className="h-4 w-64 max-w-full" />}
        </div>
        <Button
          variant="primary"
          icon={WandSparkles}
          disabled={fixable === 0}
          onClick={() => onPreview(true)}
        >
          Auto-Fix Phone Numbers
        </Button>
      </div>
    </Card>
  );
}

function fixSummary({
  totalInvalid,
  fixableCount,
  needsCountryCount,
}: ReplyOf<typeof invalidPhoneStats>): string {
  if (totalInvalid === 0) return "No invalid numbers. All your leads' phone numbers are valid.";
  const numbers = formatCount(totalInvalid, 'invalid number');
  if (fixableCount > 0) {
    return `${formatNumber(fixableCount)} of ${numbers} can be fixed. You'll see every change before it's made.`;
  }
  return needsCountryCount > 0
    ? `None of ${numbers} can be fixed with a country code. Set a country for these leads, or upload the right numbers.`
    : `None of ${numbers} can be fixed with a country code. Upload the right numbers instead.`;
}
