import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getImport, ImportRecord } from '#contract/imports.ts';

import { fieldLabel } from '../../../lib/field-label.ts';
import { Moment } from '../../../lib/moment.tsx';
import { QueryError } from '../../../lib/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, SheetSkeleton } from '../../../ui/sheet.tsx';
import type { Mapping } from '../plan/mapping.ts';
import { ImportCounters } from '../results/import-counters.tsx';
import { canUndoImport } from '../results/import-states.ts';
import { ImportStatus } from '../results/import-status.tsx';
import { Problems } from '../results/problems.tsx';
import { importQuery } from '../results/queries.ts';
import { ResultLinks } from '../results/result-links.tsx';
import { UnimportedNotice } from '../results/unimported-notice.tsx';
import { UndoSection } from './undo-section.tsx';

export interface ImportDrawerProps {
  id: string;
  onClose: () => void;
  onCancel: (record: ImportRecord) => void;
  onUndo: (record: ImportRecord) => void;
}

export function ImportDrawer({ id, onClose, onCancel, onUndo }: ImportDrawerProps) {
  const query = useQuery(importQuery(id));
  const { data, error } = query;
  return (
    <Sheet
      onClose={onClose}
      title={titleOf(data)}
      className="w-[40rem] max-md:w-full max-md:max-w-full"
      {...(data && { footer: footerOf(data, onCancel, onUndo) })}
    >
      {error && (
        <QueryError
          title="Failed to fetch the import"
          query={query}
          missing={{
            title: 'Import not found',
            text: 'It was removed, or it belongs to another organization.',
          }}
        />
      )}
      {!data && !error && <SheetSkeleton rows={8} />}
      {data && !error && <Details record={data} />}
    </Sheet>
  );
}

function titleOf(record: ImportRecord | undefined): string {
  if (record === undefined) return 'Import';
  return record.isCorrection ? `Correction of ${record.filename}` : record.filename;
}

function footerOf(
  record: ImportRecord,
  onCancel: (record: ImportRecord) => void,
  onUndo: (record: ImportRecord) => void,
) {
  if (record.status === 'processing') return <Button onClick={() => onCancel(record)}>Cancel Import</Button>;
  if (!canUndoImport(record)) return undefined;
  return (
    <Button onClick={() => onUndo(record)}>{record.undo === null ? 'Undo Import' : 'Continue Undo'}</Button>
  );
}

function Details({ record }: { record: ReplyOf<typeof getImport> }) {
  const { id, createdAt, createdBy, duration, failure, undo } = record;
  return (
    <div className="flex flex-col gap-6 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-muted">
        <span role="status">
          <ImportStatus record={record} />
        </span>
        <span>
          <Moment time={createdAt} /> by {createdBy}
          {duration !== null && `, in ${duration}`}
        </span>
      </div>
      {failure !== null && (
        <Notice tone="negative" title="The import didn't finish">
          {failure}
        </Notice>
      )}
      {undo !== null && <UndoSection record={record} undo={undo} />}
      <ImportCounters stats={record} narrow />
      <UnimportedNotice columns={record.unimportedColumns} />
      {record.status !== 'processing' && undo === null && <ResultLinks importId={id} stats={record} />}
      <Problems record={record} first={record.firstProblems} />
      <UsedMapping mapping={record.fieldMapping} />
    </div>
  );
}

/** Columns used by an import, with their lead fields. */
function UsedMapping({ mapping }: { mapping: Mapping }) {
  const fed = Object.entries(mapping);
  if (fed.length === 0) return null;
  return (
    <section aria-label="Mapping">
      <h3 className="mb-2 text-14 font-semibold">Mapping</h3>
      <dl className="rounded-card border border-line text-13">
        {fed.map(([column, target]) => (
          <div
            key={column}
            className="grid grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)] items-center gap-3 border-t border-line px-3 py-2 first:border-t-0"
          >
            <dt className="truncate text-muted" title={column}>
              {column}
            </dt>
            <dd className="contents">
              <ArrowRight className="size-4 text-muted" aria-hidden />
              <span className="truncate font-medium">{fieldLabel(target)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
