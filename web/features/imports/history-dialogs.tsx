import { Suspense } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ImportDrawer, UndoDialog } from './lazy-parts.tsx';

/** What is asked about an import before it is done. */
export interface Asked {
  what: 'cancel' | 'undo';
  id: string;
}

interface HistoryDialogsProps {
  records: readonly ImportRecord[];
  /** The import in the drawer. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  asked: Asked | null;
  onAsk: (asked: Asked | null) => void;
}

/** The drawer with the import that the address names, and the question about one, whose numbers follow the history. */
export function HistoryDialogs({ records, opened, onOpen, asked, onAsk }: HistoryDialogsProps) {
  const record = records.find(({ id }) => id === asked?.id);
  // A place of its own for each: while the code of one comes, the other stays.
  return (
    <>
      <Suspense fallback={null}>
        {opened !== undefined && (
          <ImportDrawer
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
          <UndoDialog record={record} onBegun={() => onOpen(record.id)} onClose={() => onAsk(null)} />
        )}
      </Suspense>
    </>
  );
}
