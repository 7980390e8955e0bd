import type { ImportRecord } from '#contract/imports.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IMPORT_STATES, UNDO_STATES } from './import-states.ts';

interface ImportStatusProps {
  record: Pick<ImportRecord, 'status' | 'undo'>;
  /** Shows only the latest status. */
  brief?: boolean;
}

export function ImportStatus({ record: { status, undo }, brief = false }: ImportStatusProps) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle tabular-nums">
      {!(brief && undo) && <Badge tone={IMPORT_STATES[status].tone}>{IMPORT_STATES[status].label}</Badge>}
      {undo !== null && (
        <Badge tone={UNDO_STATES[undo.status].tone}>
          {UNDO_STATES[undo.status].label}
          {undo.status === 'processing' && undo.total > 0 && (
            <> {formatNumber(Math.floor((undo.done / undo.total) * 100))}%</>
          )}
        </Badge>
      )}
    </span>
  );
}
