import { Check, CloudOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StepIndicator } from '../../ui/step-indicator.tsx';
import { DraftList } from './drafts/draft-list.tsx';
import type { SaveState } from './drafts/draft-saver.ts';
import { ImportStep } from './import-step.tsx';
import { ImportedBefore } from './imported-before.tsx';
import { MapStep } from './map-step.tsx';
import { PasteRows } from './reading/paste-rows.tsx';
import { ReadingPanel } from './reading/reading-panel.tsx';
import { IMPORT_STEPS, StepFooter } from './step-footer.tsx';
import { UploadArea } from './upload-area.tsx';
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
