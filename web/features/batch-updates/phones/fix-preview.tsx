import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewFixPhones } from '#contract/phones.ts';
import { messageOf, requestIdOf } from '../../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Sending } from '../entry/sending.tsx';
import { ChangeTable } from './change-table.tsx';
import { fixPreviewQuery } from './queries.ts';

interface FixPreviewProps {
  fixing: boolean;
  onFix: () => void;
  onCancel: () => void;
}

/** First numbers before and after the fix. */
export function FixPreview({ fixing, onFix, onCancel }: FixPreviewProps) {
  const { data, error, isFetching, refetch } = useQuery({ ...fixPreviewQuery, enabled: !fixing });
  const changes = data?.fixable ?? 0;
  return (
    <Card
      title="Before and After"
      subtitle={data && subtitleOf(data)}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {fixing && <Sending share={null} />}
          <Button onClick={onCancel} disabled={fixing}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={changes === 0}
            pending={fixing}
            pendingText="Fixing..."
            onClick={onFix}
          >
            Fix {formatCount(changes, 'Number')}
          </Button>
        </div>
      }
    >
      {data === undefined && !error && (
        <p className="flex items-center gap-2 py-8 text-14 text-muted" role="status">
          <Spinner /> Preparing the preview…
        </p>
      )}
      {data === undefined && error && (
        <ErrorState
          title="Couldn't create the preview"
          text={messageOf(error, 'Check your connection and try again.')}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-8"
        />
      )}
      {data !== undefined && <ChangeTable rows={data.rows} />}
    </Card>
  );
}

function subtitleOf({ fixable, conflicts, rows }: ReplyOf<typeof previewFixPhones>): string {
  const parts = [`${formatCount(fixable, 'number')} will change`];
  if (conflicts > 0) parts.push(`${formatCount(conflicts, 'conflict')} will be skipped`);
  const all = fixable + conflicts;
  const shown = rows.length < all ? ` The first ${formatNumber(rows.length)} are shown.` : '';
  return `${parts.join(', ')}.${shown}`;
}
