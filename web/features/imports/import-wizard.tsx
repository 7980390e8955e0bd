import { Check, CloudOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { quotedCell, readBlock } from '../../lib/cells/cell-block.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StepIndicator } from '../../ui/step-indicator.tsx';
import { Textarea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { DraftList } from './drafts/draft-list.tsx';
import type { SaveState } from './drafts/draft-saver.ts';
import { ImportStep } from './import-step.tsx';
import { MapStep } from './map-step.tsx';
import { ReadingPanel } from './reading/reading-panel.tsx';
import { IMPORT_STEPS, StepFooter } from './step-footer.tsx';
import { ImportedBefore, UploadArea } from './upload-area.tsx';
import { type ImportWizardActions, useImportWizard } from './use-import-wizard.ts';
import { isFileReady, type Wizard } from './wizard.ts';

const NUMBERS: Record<Wizard['step'], number> = { upload: 1, map: 2, import: 3 };

interface ImportWizardProps {
  /** Reopens at its last step. */
  draft?: OpenedDraft;
  customFields?: readonly CustomFieldSpec[];
  /** Reopens the wizard with a draft, or empty. */
  onOpen: (draft: OpenedDraft | null) => void;
}

/** Import Leads: upload, map fields, import. */
export function ImportWizard({ draft, customFields = [], onOpen }: ImportWizardProps) {
  const [wizard, actions, saving] = useImportWizard({ draft, onOpen });
  const top = useRef<HTMLDivElement>(null);
  const { step } = wizard;
  const seen = useRef(step);

  // A new step starts at its top, also for screen readers.
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'end' });
  }, [step]);

  return (
    <>
      <div
        ref={top}
        tabIndex={-1}
        className="mb-5 flex min-h-6 flex-wrap items-center justify-between gap-x-6 gap-y-1 outline-none"
      >
        <StepIndicator label="Import steps" steps={IMPORT_STEPS} current={NUMBERS[step]} />
        {draft && step !== 'import' && <SaveStatus state={saving} />}
      </div>
      {/* Fills the height, so that the footer is at the bottom. */}
      <div className="-mb-4 flex min-h-[calc(100dvh-12.125rem)] flex-col gap-5 md:-mb-6">
        {wizard.step === 'upload' && <UploadStep wizard={wizard} actions={actions} />}
        {wizard.step === 'map' && <MapStep wizard={wizard} actions={actions} customFields={customFields} />}
        {wizard.step === 'import' && <ImportStep wizard={wizard} actions={actions} />}
      </div>
    </>
  );
}

interface UploadStepProps {
  wizard: Extract<Wizard, { step: 'upload' }>;
  actions: ImportWizardActions;
}

function UploadStep({ wizard, actions }: UploadStepProps) {
  return (
    <>
      <div className="flex flex-col gap-4">
        <UploadArea wizard={wizard} actions={actions} />
        {wizard.phase === 'empty' && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="text-13 text-muted">
              The first row should contain column names. You can pick the sheet and header row next.
            </p>
            <PasteRows onFile={actions.chooseFile} />
          </div>
        )}
        {wizard.phase === 'empty' && <DraftList />}
        {wizard.phase === 'ready' && <ImportedBefore upload={wizard.upload} />}
        {wizard.phase === 'ready' && (
          <ReadingPanel upload={wizard.upload} pending={wizard.reading} onChange={actions.changeReading} />
        )}
      </div>
      <StepFooter
        actions={
          <Button variant="primary" disabled={!isFileReady(wizard)} onClick={actions.next}>
            Next
          </Button>
        }
      />
    </>
  );
}

/** Save state of the draft; failures float above the possibly scrolled page. */
function SaveStatus({ state }: { state: SaveState }) {
  if (state === 'failing') {
    return (
      <p
        role="alert"
        className="fixed top-16 right-4 z-20 flex items-center gap-2 rounded-control bg-raised px-3 py-2 text-13 text-negative shadow-float md:right-6"
      >
        <CloudOff className="size-4 shrink-0" aria-hidden />
        Couldn't save your changes. Retrying…
      </p>
    );
  }
  return (
    <p className="flex h-6 items-center gap-1.5 text-13 whitespace-nowrap text-muted">
      {state === 'saving' ? <Spinner /> : <Check className="size-3.5" aria-hidden />}
      {state === 'saving' ? 'Saving…' : 'Draft saved'}
    </p>
  );
}

const NEEDED = 'Paste the row with the column names and at least one row below it.';

/** Uploads rows pasted anywhere on the page, or into a dialog. */
function PasteRows({ onFile }: { onFile: (file: File) => void }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const [failed, setFailed] = useState(false);
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]');
    if (isTyping || pasted.trim() === '') return;
    const file = pastedFile(pasted);
    if (file) onFile(file);
    else toast({ tone: 'neutral', title: 'Paste at least two rows', description: NEEDED });
  });
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  function submit() {
    const file = pastedFile(text);
    if (file === null) return setFailed(true);
    setOpened(false);
    onFile(file);
  }

  return (
    <>
      <Button size="small" onClick={() => setOpened(true)}>
        Paste Rows
      </Button>
      {opened && (
        <ActionDialog
          onClose={() => setOpened(false)}
          title="Paste Rows"
          action="Upload Rows"
          onAction={submit}
        >
          <Field
            label="Rows"
            help="Copy them in your spreadsheet, including the column names."
            error={failed && pastedFile(text) === null ? NEEDED : undefined}
          >
            <Textarea
              rows={8}
              wrap="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="font-mono text-13"
            />
          </Field>
        </ActionDialog>
      )}
    </>
  );
}

/** Returns pasted rows as a file to upload; null for fewer than two lines, a header and a row. */
function pastedFile(text: string): File | null {
  if (text.trim().split(/\r\n?|\n/).length < 2) return null;
  // Text without tabs may be comma-separated; the server detects its delimiter.
  if (!text.includes('\t')) return new File([text], 'Pasted rows.csv');
  const rows = readBlock(text).map((row) => row.map(quotedCell).join('\t'));
  return new File([rows.join('\n')], 'Pasted rows.tsv');
}
