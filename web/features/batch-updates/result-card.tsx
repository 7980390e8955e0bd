import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ToastMessage } from '../../ui/toast-store.ts';
import { OperationActions } from './operation-actions.tsx';
import { operationsQuery } from './operations.ts';

export interface ListOutcome {
  /** Null if nothing had to be done. */
  operationId: string | null;
  message: ToastMessage;
  title: string;
  changed: number;
  figures: readonly Figure[];
}

/** Returns the toast of a list that changed leads, or none. */
export function changedMessage(
  changed: number,
  title: string,
  description: string,
  nothing: string,
): ToastMessage {
  return changed === 0
    ? { tone: 'neutral', title: nothing, description: 'The result shows why' }
    : { title, description };
}

interface ResultCardProps {
  outcome: ListOutcome;
  kinds: readonly BulkOperation['action'][];
}

export function ResultCard({ outcome, kinds }: ResultCardProps) {
  const { data } = useQuery(operationsQuery(kinds, false));
  const operation = data?.find(({ id }) => id === outcome.operationId);
  const top = useRef<HTMLElement>(null);
  useInView(top);
  return (
    <section ref={top} aria-label="Result">
      <Card>
        <Notice tone={outcome.changed > 0 ? 'positive' : 'caution'} title={outcome.title} />
        <div className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="min-w-0 flex-1 basis-80">
            <Figures figures={outcome.figures} />
          </div>
          {operation?.undone && <Badge>Undone</Badge>}
          {operation && <OperationActions operation={operation} />}
        </div>
      </Card>
    </section>
  );
}

export function FailureNotice({ title, error }: { title: string; error: Error }) {
  const requestId = requestIdOf(error);
  const top = useRef<HTMLDivElement>(null);
  useInView(top);
  return (
    <div ref={top}>
      <Notice tone="negative" title={title}>
        {messageOf(error)}
        {requestId !== undefined && (
          <p className="mt-1 text-12 text-muted">
            Request <code className="font-mono select-all">{requestId}</code>
          </p>
        )}
      </Notice>
    </div>
  );
}

// The result may be out of sight on phones; the center is free of toasts.
function useInView(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    // The braces matter: newer browsers return a promise, an invalid cleanup function.
    void element.current?.scrollIntoView({ block: 'center' });
  }, [element]);
}
