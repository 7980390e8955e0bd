import { useEffect, useRef } from 'react';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { StepIndicator } from '../../ui/step-indicator.tsx';
import { SaveStatus } from './drafts/save-status.tsx';
import { ImportStep } from './import-step.tsx';
import { IMPORT_STEPS } from './import-steps.ts';
import { MapStep } from './map-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { useImportWizard } from './use-import-wizard.ts';
import type { Wizard } from './wizard.ts';

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
