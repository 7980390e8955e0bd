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
  /** Draft with which the wizard starts, at the step where it was left. */
  draft?: OpenedDraft;
  /** Custom fields of the organization, offered next to the built-in fields. */
  customFields?: readonly CustomFieldSpec[];
  /** Opens the wizard with a draft, or with nothing. */
  onOpen: (draft: OpenedDraft | null) => void;
}

/** Renders the Import Leads wizard: upload, map fields, import. */
export function ImportWizard({ draft, customFields = [], onOpen }: ImportWizardProps) {
  const [wizard, actions, saving] = useImportWizard({ draft, onOpen });
  const top = useRef<HTMLDivElement>(null);
  const { step } = wizard;
  const seen = useRef(step);

  // A new step starts at its top, for sighted users and for screen readers.
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
      {/* Fills the height below the header and the title, so that the footer is at the bottom edge. */}
      <div className="-mb-4 flex min-h-[calc(100dvh-12.125rem)] flex-col gap-5 md:-mb-6">
        {wizard.step === 'upload' && <UploadStep wizard={wizard} actions={actions} />}
        {wizard.step === 'map' && <MapStep wizard={wizard} actions={actions} customFields={customFields} />}
        {wizard.step === 'import' && <ImportStep wizard={wizard} actions={actions} />}
      </div>
    </>
  );
}
