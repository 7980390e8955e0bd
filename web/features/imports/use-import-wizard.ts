import { useEffect, useReducer, useRef } from 'react';
import { chooseReading, type Upload } from '#contract/uploads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatNumber } from '../../lib/format.ts';
import { dismissToast, toast } from '../../ui/toast-store.ts';
import { draftPlan, type ImportDraft } from './draft.ts';
import { type ReadingChange, readingRequest } from './reading/reading-change.ts';
import {
  IMPORT_FAILED,
  importFailure,
  importForm,
  runImportToEnd,
  UPLOAD_FAILED,
  uploadImportFile,
} from './run-import.ts';
import { beginWizard, type Wizard, type WizardAction, wizardReducer } from './wizard.ts';

export interface ImportWizardActions {
  chooseFile(file: File): void;
  /** Removes the file; aborts a running upload. */
  removeFile(): void;
  /** Reads the file another way: sheet, encoding, delimiter or header row. */
  changeReading(change: ReadingChange): void;
  next(): void;
  back(): void;
  edit(change: (draft: ImportDraft) => ImportDraft): void;
  start(): void;
  newImport(): void;
}

/**
 * Drives the Import Leads wizard with its uploads and imports; with an `upload` it starts at the mapping.
 * Leaving the page aborts an upload, never an import.
 */
export function useImportWizard(upload?: Upload): [Wizard, ImportWizardActions] {
  const [wizard, dispatch] = useReducer(wizardReducer, upload, beginWizard);
  const sending = useRef<AbortController | null>(null);
  const uploadToast = useRef<number | null>(null);
  // Identifies the current import; events of one that New Import has replaced are ignored.
  const shown = useRef(0);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File) {
    sending.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    sending.current = controller;
    dispatch({ type: 'fileChosen', file: { name: file.name, size: file.size } });
    try {
      const upload = await uploadImportFile(file, (bytes) => dispatch({ type: 'sent', bytes }), signal);
      if (signal.aborted) return;
      dispatch({ type: 'uploaded', upload });
      uploadToast.current = toast({
        title: 'File uploaded successfully',
        description: `Detected ${formatNumber(upload.columns.length)} columns and ${formatNumber(upload.totalRows)} rows`,
      });
    } catch (error) {
      if (signal.aborted) return;
      dispatch({ type: 'uploadFailed', reason: messageOf(error, 'The server could not be reached.') });
      toast({ title: 'Upload failed', description: UPLOAD_FAILED, tone: 'destructive' });
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
      const description = messageOf(error, 'Check your connection and try again.');
      toast({ title: "Couldn't read the file that way", description, tone: 'destructive' });
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
    },
    changeReading: (change) => void readAgain(change),
    next() {
      // The screen shows its message by now, and the toast would cover the next step.
      if (uploadToast.current !== null) dismissToast(uploadToast.current);
      dispatch({ type: 'next' });
    },
    back: () => dispatch({ type: 'back' }),
    edit: (change) => dispatch({ type: 'edited', change }),
    start: () => void start(),
    newImport() {
      shown.current += 1;
      dispatch({ type: 'newImport' });
    },
  };
  return [wizard, actions];
}

function showImportFailure(reason: string): void {
  toast({ title: 'Import failed', description: reason || IMPORT_FAILED, tone: 'destructive' });
}
