import { useState } from 'react';
import { type QueueSettings, setImportQueue } from '#contract/import-queue.ts';
import { callApi } from '../../../lib/call-api.ts';
import { ImportOptionsPanel } from '../mapping/import-options-panel.tsx';
import type { ImportDraft } from '../plan/draft.ts';
import { latestWins } from './latest-wins.ts';
import { changeQueue } from './queue-calls.ts';
import { draftOptions, optionsDraft } from './queue-draft.ts';

const save = latestWins((draft: ImportDraft) =>
  changeQueue("Couldn't save the options", () =>
    callApi(setImportQueue, { body: { options: draftOptions(draft) } }),
  ),
);

/** Edits the options of all files not yet started. */
export function QueueOptionsPanel({ settings }: { settings: QueueSettings }) {
  // Keeps the tags' text as typed.
  const [edited, setEdited] = useState<ImportDraft | null>(null);
  const draft = edited ?? optionsDraft(settings.options);
  return (
    <ImportOptionsPanel
      draft={draft}
      columns={[]}
      onEdit={(change) => {
        const next = change(draft);
        setEdited(next);
        void save(next);
      }}
    />
  );
}
