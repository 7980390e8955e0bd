import { Suspense } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { CancelDialog } from '../results/cancel-dialog.tsx';
import { LazyImportDrawer, LazyImportUndoDialog } from './lazy-parts.tsx';

/** A confirmation that the user has opened, and its import. */
export interface Asked {
  what: 'cancel' | 'undo';
  id: string;
}

interface HistoryDialogsProps {
  records: readonly ImportRecord[];
  /** ID of the import shown in the drawer. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  asked: Asked | null;
  onAsk: (asked: Asked | null) => void;
}

/**
 * Renders the drawer of the import in the URL, and the open confirmation, whose numbers follow the history.
 */
export function HistoryDialogs({ records, opened, onOpen, asked, onAsk }: HistoryDialogsProps) {
  const record = records.find(({ id }) => id === asked?.id);
  // Each has a Suspense boundary of its own, so that loading the code of one doesn't hide the other.
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
