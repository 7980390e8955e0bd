import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import { formatNumber } from '../../lib/format.ts';
import { JobProgress } from '../../lib/job-progress.tsx';
import { Moment } from '../../lib/moment.tsx';
import { exclusionTexts, otherwiseRefused, saleText } from '../../lib/operations.ts';
import { QueryContent } from '../../lib/query-error.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { CancelOperation, OperationActions } from './operation-actions.tsx';
import {
  isOperationRunning,
  operationNoun,
  operationState,
  operationsQuery,
  operationWords,
  UNDOABLE_KINDS,
} from './operations.ts';

interface ActivityPanelProps {
  /** Shown above the operations. */
  alerts: ReactNode;
  onClose: () => void;
}

export function ActivityPanel({ alerts, onClose }: ActivityPanelProps) {
  return (
    <Sheet onClose={onClose} title="Activity" className="w-[34rem]">
      {alerts}
      <OperationList kinds={UNDOABLE_KINDS} busy={false} />
    </Sheet>
  );
}

interface RecentOperationsProps {
  kinds: readonly BulkOperation['action'][];
  /** An operation is about to start. */
  busy: boolean;
}

export function RecentOperations(props: RecentOperationsProps) {
  return (
    <Card title="Recent Operations" padded={false}>
      <OperationList {...props} />
    </Card>
  );
}

function OperationList({ kinds, busy }: RecentOperationsProps) {
  const query = useQuery(operationsQuery(kinds, busy));
  return (
    <QueryContent
      query={query}
      title="Failed to fetch the latest operations"
      loading={<SkeletonLines widths={['w-64', 'w-52', 'w-72']} className="px-5 pb-5" />}
    >
      {(operations) =>
        operations.length === 0 ? (
          <EmptyState
            icon={ListChecks}
            title="No operations yet"
            text="Updates you and your team make appear here and can be undone."
            className="py-8"
          />
        ) : (
          <ul aria-label="Recent operations" className="@container border-t border-line">
            {operations.map((operation) => (
              <OperationRow key={operation.id} operation={operation} at={query.dataUpdatedAt} />
            ))}
          </ul>
        )
      }
    </QueryContent>
  );
}

interface OperationRowProps {
  operation: BulkOperation;
  /** Last refetch, in epoch milliseconds. */
  at: number;
}

function OperationRow({ operation, at }: OperationRowProps) {
  const { title } = operationWords(operation);
  const state = operationState(operation);
  return (
    <li className="border-t border-line px-5 py-3 first:border-t-0">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-2 @2xl:grid-cols-[minmax(0,1fr)_auto_12.5rem]">
        <div className="min-w-0">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-14 font-medium">
            {title} <Badge tone={state.tone}>{state.label}</Badge>
          </p>
          <About operation={operation} />
          <Exclusions operation={operation} />
        </div>
        {!isOperationRunning(operation) && (
          <>
            <Outcome operation={operation} />
            <OperationActions operation={operation} className="@2xl:justify-end" />
          </>
        )}
      </div>
      {isOperationRunning(operation) && (
        <div className="mt-2 flex flex-wrap items-start justify-end gap-2">
          <div className="min-w-48 flex-1">
            <JobProgress
              label={`${title} progress`}
              noun={operationNoun(operation)}
              at={at}
              done={operation.done}
              total={operation.total}
            />
          </div>
          <CancelOperation operation={operation} />
        </div>
      )}
    </li>
  );
}

type OperationProps = Pick<OperationRowProps, 'operation'>;

function About({ operation }: OperationProps) {
  const { createdAt, createdBy } = operation;
  const detail = [saleText(operation), operation.detail].filter(Boolean).join(' · ');
  return (
    <p className="mt-0.5 flex min-w-0 flex-wrap gap-x-1.5 text-13 text-muted">
      {detail !== '' && (
        <span className="max-w-full min-w-0 truncate" title={detail}>
          {detail} ·
        </span>
      )}
      <span className="max-w-full min-w-0 truncate" title={createdBy}>
        <Moment time={createdAt} /> by {createdBy}
      </span>
    </p>
  );
}

function Exclusions({ operation }: OperationProps) {
  return exclusionTexts(operation).map((text) => (
    <p key={text} className="mt-0.5 text-13 break-words text-caution">
      {text}
    </p>
  ));
}

function Outcome({ operation }: OperationProps) {
  const words = operationWords(operation);
  const counts = [
    [words.changed, operation.changed],
    ['Unchanged', operation.unchanged],
    [words.refused, otherwiseRefused(operation)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13 @2xl:gap-x-2">
      {counts.map(([label, count]) => (
        <div key={label} className="flex gap-1.5 @2xl:w-34">
          <dt className="text-muted">{label}</dt>
          <dd className={cx('font-medium tabular-nums', count === 0 && 'font-normal text-muted')}>
            {formatNumber(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
