import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { ImportEvent } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { type ImportDraft, planDraft } from './plan/draft.ts';
import { choicesKey, firstDraft } from './plan/saved-mapping.ts';
import type { ReadingChange } from './reading/reading.ts';
import { advanceProgress, type ImportProgress, startProgress } from './results/import-progress.ts';
import { withTools } from './tools/draft-tools.ts';

/** `size` in bytes. */
export interface ChosenFile {
  name: string;
  size: number;
}

/** `reading` is the change the server is reading, or null. */
interface Ready extends Prepared {
  step: 'upload';
  phase: 'ready';
  reading: ReadingChange | null;
}

/** As in Ready; absent unless the server rereads the file. */
interface Mapping extends Prepared {
  step: 'map';
  reading?: ReadingChange;
}

interface Prepared {
  upload: Upload;
  draft: ImportDraft;
}

export type Wizard =
  | { step: 'upload'; phase: 'empty'; failure: string | null }
  | { step: 'upload'; phase: 'sending'; file: ChosenFile; sent: number }
  | Ready
  | Mapping
  | ({
      step: 'import';
      phase: 'uploading' | 'processing' | 'completed' | 'cancelled';
      progress: ImportProgress;
    } & Prepared)
  | ({ step: 'import'; phase: 'error'; progress: ImportProgress; reason: string } & Prepared);

/** `at` in milliseconds; `bytes` sent so far. */
export type WizardAction =
  | { type: 'fileChosen'; file: ChosenFile }
  | { type: 'sent'; bytes: number }
  | { type: 'uploaded'; upload: Upload }
  | { type: 'uploadFailed'; reason: string }
  | { type: 'fileRemoved' }
  | { type: 'reopened'; draft: OpenedDraft }
  | { type: 'readingChosen'; reading: ReadingChange }
  | { type: 'readAgain'; upload: Upload }
  | { type: 'readingFailed' }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'edited'; change: (draft: ImportDraft) => ImportDraft }
  | { type: 'started'; at: number }
  | { type: 'event'; event: ImportEvent; at: number }
  | { type: 'importFailed'; reason: string }
  | { type: 'newImport' };

export const EMPTY_WIZARD: Wizard = { step: 'upload', phase: 'empty', failure: null };

/** Returns the initial state: empty, or at the draft's step. */
export function beginWizard(opened: OpenedDraft | undefined): Wizard {
  if (opened === undefined) return EMPTY_WIZARD;
  const prepared = { upload: opened.upload, draft: planDraft(opened.plan) };
  return opened.step === 'map' ? toMapping(prepared) : toReady(prepared);
}

/** Returns the next state; inapplicable actions change nothing. */
export function wizardReducer(wizard: Wizard, action: WizardAction): Wizard {
  switch (action.type) {
    case 'newImport':
    case 'fileRemoved':
      return EMPTY_WIZARD;
    case 'fileChosen':
    case 'sent':
    case 'uploaded':
    case 'uploadFailed':
      return wizard.step === 'upload' ? afterUploadAction(wizard, action) : wizard;
    case 'reopened':
      return reopen(wizard, action.draft);
    case 'readingChosen':
    case 'readAgain':
    case 'readingFailed':
      return afterReadingAction(wizard, action);
    case 'next':
      return isFileReady(wizard) ? toMapping(wizard) : wizard;
    case 'back':
      return stepBack(wizard);
    case 'edited':
      return wizard.step === 'map' ? { ...wizard, draft: action.change(wizard.draft) } : wizard;
    case 'started':
      return wizard.step === 'map' && !wizard.reading ? startImport(wizard, action.at) : wizard;
    case 'event':
      return applyEvent(wizard, action.event, action.at);
    case 'importFailed':
      return failImport(wizard, action.reason);
  }
}

export function isImportRunning(wizard: Wizard): boolean {
  return wizard.step === 'import' && (wizard.phase === 'uploading' || wizard.phase === 'processing');
}

export function isFileReady(wizard: Wizard): wizard is Ready {
  return wizard.step === 'upload' && wizard.phase === 'ready' && wizard.reading === null;
}

type ReadingAction = Extract<WizardAction, { type: 'readingChosen' | 'readAgain' | 'readingFailed' }>;

function afterReadingAction(wizard: Wizard, action: ReadingAction): Wizard {
  const isReady = wizard.step === 'upload' && wizard.phase === 'ready';
  if (!isReady && wizard.step !== 'map') return wizard;
  const again = (prepared: Prepared) => (isReady ? toReady(prepared) : toMapping(prepared));
  if (action.type === 'readingChosen') return { ...wizard, reading: action.reading };
  if (action.type === 'readingFailed') return again(wizard);
  const { upload } = action;
  // Late answer for a removed file.
  if (upload.uploadId !== wizard.upload.uploadId) return wizard;
  return again({ upload, draft: rebaseDraft(wizard.draft, wizard.upload, upload) });
}

type UploadState = Extract<Wizard, { step: 'upload' }>;
type UploadAction = Extract<WizardAction, { type: 'fileChosen' | 'sent' | 'uploaded' | 'uploadFailed' }>;

function afterUploadAction(wizard: UploadState, action: UploadAction): Wizard {
  if (action.type === 'fileChosen') return { step: 'upload', phase: 'sending', file: action.file, sent: 0 };
  if (wizard.phase !== 'sending') return wizard;
  switch (action.type) {
    case 'sent':
      return { ...wizard, sent: Math.min(wizard.file.size, Math.max(wizard.sent, action.bytes)) };
    case 'uploaded':
      return toReady({ upload: action.upload, draft: firstDraft(action.upload) });
    case 'uploadFailed':
      return { step: 'upload', phase: 'empty', failure: action.reason };
  }
}

function toReady({ upload, draft }: Prepared): Ready {
  return { step: 'upload', phase: 'ready', reading: null, upload, draft };
}

function toMapping({ upload, draft }: Prepared): Wizard {
  return { step: 'map', upload, draft };
}

/** Shows another state of the draft; a running import keeps its own. */
function reopen(wizard: Wizard, { upload, plan }: OpenedDraft): Wizard {
  const prepared = { upload, draft: planDraft(plan) };
  if (wizard.step === 'map') return toMapping(prepared);
  return wizard.step === 'upload' && wizard.phase === 'ready' ? toReady(prepared) : wizard;
}

function stepBack(wizard: Wizard): Wizard {
  if (wizard.step === 'map') {
    return toReady(wizard);
  }
  const ended = wizard.step === 'import' && (wizard.phase === 'error' || wizard.phase === 'cancelled');
  return ended ? toMapping(wizard) : wizard;
}

function startImport({ upload, draft }: Prepared, at: number): Wizard {
  return { step: 'import', phase: 'uploading', upload, draft, progress: startProgress(at, upload.totalRows) };
}

/** Only a canceled import's error reaches this table. */
const PHASE_AFTER = { progress: 'processing', complete: 'completed', error: 'cancelled' } as const;

function applyEvent(wizard: Wizard, event: ImportEvent, at: number): Wizard {
  if (wizard.step !== 'import' || !isImportRunning(wizard)) return wizard;
  if (event.type === 'error' && !event.cancelled) return failImport(wizard, event.message);
  const { upload, draft } = wizard;
  const phase = PHASE_AFTER[event.type];
  return { step: 'import', phase, upload, draft, progress: advanceProgress(wizard.progress, event, at) };
}

function failImport(wizard: Wizard, reason: string): Wizard {
  if (wizard.step !== 'import' || !isImportRunning(wizard)) return wizard;
  const { upload, draft, progress } = wizard;
  return { step: 'import', phase: 'error', upload, draft, progress, reason };
}

/**
 * Adapts a draft to a reread file: existing columns keep fields, values and tools, new columns get
 * free suggested fields.
 */
export function rebaseDraft(draft: ImportDraft, from: Upload, to: Upload): ImportDraft {
  const [before, fresh] = [firstDraft(from), firstDraft(to)];
  const { sheet, encoding, delimiter, headerRow } = fresh;
  const reading = { sheet, encoding, delimiter, headerRow };
  const read = { ...draft, ...reading };
  const isUntouched = choicesKey(read) === choicesKey({ ...before, tagsText: draft.tagsText, ...reading });
  if (isUntouched) return { ...fresh, tagsText: draft.tagsText };
  const known = new Set(from.columns);
  const kept = withTools(read, to, draft.columnTools);
  const fed = new Set(Object.values(kept.mapping));
  const added = Object.entries(fresh.mapping).filter(
    ([column, field]) => !known.has(column) && !fed.has(field),
  );
  const names =
    kept.splitColumn === null ? added : added.filter(([, field]) => !/^(?:first|last)Name$/.test(field));
  return { ...kept, mapping: { ...kept.mapping, ...Object.fromEntries(names) } };
}
