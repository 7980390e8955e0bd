import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { OpenedDraft, SavedDraft } from '#contract/import-drafts.ts';
import { chooseReading } from '#contract/uploads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatNumber } from '../../lib/format.ts';
import { showFailure, showReason } from '../../lib/show-failure.ts';
import { dismissToast, toast } from '../../ui/toast-store.ts';
import type { SaveState } from './drafts/draft-saver.ts';
import { discardWithUndo, draftUpload } from './drafts/drafts.ts';
import { useDraftSaving } from './drafts/use-draft-saving.ts';
import { draftPlan, type ImportDraft } from './plan/draft.ts';
import { type ReadingChange, readingRequest } from './reading/reading.ts';
import {
  IMPORT_FAILED,
  importFailure,
  importForm,
  runImportToEnd,
  UPLOAD_FAILED,
  uploadImportFile,
} from './results/run-import.ts';
import { beginWizard, type Wizard, type WizardAction, wizardReducer } from './wizard.ts';

/** Last upload's toast; a reopened wizard can dismiss it. */
let uploadToast: number | null = null;

export interface ImportWizardActions {
  chooseFile(file: File): void;
  /** Aborts a running upload. */
  removeFile(): void;
  changeReading(change: ReadingChange): void;
  next(): void;
  back(): void;
  edit(change: (draft: ImportDraft) => ImportDraft): void;
  start(): void;
  newImport(): void;
}

export interface WizardOptions {
  draft?: OpenedDraft | undefined;
  /** Step at which an uploaded file is reopened. */
  firstStep?: SavedDraft['step'];
  /** Reopens the wizard with a draft, or empty. */
  onOpen: (draft: OpenedDraft | null) => void;
}

/** Drives the wizard; leaving the page aborts no upload, draft or import. */
export function useImportWizard(options: WizardOptions): [Wizard, ImportWizardActions, SaveState] {
  const { firstStep = 'upload', onOpen } = options;
  const [opened, setOpened] = useState(options.draft);
  const [wizard, dispatch] = useReducer(wizardReducer, opened, beginWizard);
  const onReopen = useCallback((draft: OpenedDraft) => dispatch({ type: 'reopened', draft }), []);
  const saving = useDraftSaving({ opened, wizard, firstStep, onReopen });
  const sending = useRef<AbortController | null>(null);
  // Identifies the current import; events of replaced imports are ignored.
  const shown = useRef(0);
  const isShown = useIsMounted();

  async function send(file: File) {
    sending.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    sending.current = controller;
    dispatch({ type: 'fileChosen', file: { name: file.name, size: file.size } });
    try {
      const upload = await uploadImportFile(file, (bytes) => dispatch({ type: 'sent', bytes }), signal);
      const draft = await draftUpload(upload, firstStep, signal);
      if (signal.aborted) return;
      const left = !isShown.current;
      uploadToast = toast({
        title: 'File uploaded successfully',
        description: `Detected ${formatNumber(upload.columns.length)} columns and ${formatNumber(upload.totalRows)} rows`,
        ...(left && { action: { label: 'Continue', onAction: () => onOpen(draft) } }),
      });
      if (left) return;
      dispatch({ type: 'uploaded', upload });
      if (firstStep === 'map') setOpened(draft);
      else onOpen(draft);
    } catch (error) {
      if (signal.aborted) return;
      const reason = messageOf(error);
      dispatch({ type: 'uploadFailed', reason });
      // On other screens, only the toast names file and reason.
      const description = isShown.current ? UPLOAD_FAILED : `${file.name}: ${reason}`;
      showFailure('Upload failed', description);
    }
  }

  async function readAgain(change: ReadingChange) {
    const isReady = (wizard.step === 'upload' && wizard.phase === 'ready') || wizard.step === 'map';
    if (!isReady || wizard.reading) return;
    const { upload } = wizard;
    dispatch({ type: 'readingChosen', reading: change });
    try {
      const params = { id: upload.uploadId };
      const again = await callApi(chooseReading, { params, body: readingRequest(upload, change) });
      dispatch({ type: 'readAgain', upload: again });
    } catch (error) {
      dispatch({ type: 'readingFailed' });
      showReason(error, "Couldn't read the file that way", 'Check your connection and try again.');
    }
  }

  async function start() {
    if (wizard.step !== 'map' || wizard.reading) return;
    shown.current += 1;
    const run = shown.current;
    const show = (action: WizardAction) => run === shown.current && dispatch(action);
    show({ type: 'started', at: performance.now() });
    try {
      await runImportToEnd(importForm(wizard.upload.uploadId, draftPlan(wizard.draft)), (event) => {
        show({ type: 'event', event, at: performance.now() });
        if (event.type === 'error' && !event.cancelled) showImportFailure(event.message);
      });
    } catch (error) {
      const reason = importFailure(error);
      show({ type: 'importFailed', reason });
      showImportFailure(reason);
    }
  }

  const actions: ImportWizardActions = {
    chooseFile: (file) => void send(file),
    removeFile() {
      sending.current?.abort();
      dispatch({ type: 'fileRemoved' });
      setOpened(undefined);
      if (wizard.step !== 'upload' || wizard.phase !== 'ready') return;
      void discardWithUndo(wizard.upload, onOpen);
      onOpen(null);
    },
    changeReading: (change) => void readAgain(change),
    next() {
      // The screen already shows the message, and the toast would cover the next step.
      if (uploadToast !== null) dismissToast(uploadToast);
      dispatch({ type: 'next' });
    },
    back: () => dispatch({ type: 'back' }),
    edit: (change) => dispatch({ type: 'edited', change }),
    start: () => void start(),
    newImport() {
      shown.current += 1;
      dispatch({ type: 'newImport' });
      setOpened(undefined);
      onOpen(null);
    },
  };
  return [wizard, actions, saving];
}

function useIsMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

function showImportFailure(reason: string): void {
  showFailure('Import failed', reason || IMPORT_FAILED);
}
