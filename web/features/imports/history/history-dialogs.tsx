import { Suspense } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { CancelDialog } from '../results/cancel-dialog.tsx';
import { LazyImportDrawer, LazyImportUndoDialog } from './lazy-parts.tsx';

/** Open confirmation and its import. */
export interface Asked {
  what: 'cancel' | 'undo';
  id: string;
}

interface HistoryDialogsProps {
  records: readonly ImportRecord[];
  /** ID of the import in the drawer. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  asked: Asked | null;
  onAsk: (asked: Asked | null) => void;
}

/** Drawer and confirmation, both updated with the history. */
export function HistoryDialogs({ records, opened, onOpen, asked, onAsk }: HistoryDialogsProps) {
  const record = records.find(({ id }) => id === asked?.id);
  // Separate Suspense boundaries: loading one must not hide the other.
  return (
    <>
      <Suspense fallback={null}>
        {opened !== undefined && (
          <LazyImportDrawer
            id={opened}
            onClose={() => onOpen(undefined)}
            onCancel={({ id }) => onAsk({ what: 'cancel', id })}
            onUndo={({ id }) => onAsk({ what: 'undo', id })}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {record && asked?.what === 'cancel' && (
          <CancelDialog
            importId={record.id}
            filename={record.filename}
            stats={record}
            onClose={() => onAsk(null)}
          />
        )}
        {record && asked?.what === 'undo' && (
          <LazyImportUndoDialog
            record={record}
            onBegun={() => onOpen(record.id)}
            onClose={() => onAsk(null)}
          />
        )}
      </Suspense>
    </>
  );
}
