import { useEffect, useRef } from 'react';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { StepIndicator } from '../../ui/step-indicator.tsx';
import { ImportStep } from './import-step.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { MapStep } from './map-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { useImportWizard } from './use-import-wizard.ts';
import type { Wizard } from './wizard.ts';

const STEPS = ['Upload', 'Map Fields', 'Import'] as const;
const NUMBERS: Record<Wizard['step'], number> = { upload: 1, map: 2, import: 3 };

interface ImportWizardProps {
  /** A file uploaded elsewhere, with which the wizard starts at the mapping. */
  upload?: Upload | undefined;
  /** Custom fields of the organization, offered beside the built-in fields. */
  customFields?: readonly CustomFieldSpec[];
}

/** Renders the Import Leads wizard: upload, map fields, import. */
export function ImportWizard({ upload, customFields = [] }: ImportWizardProps) {
  const [wizard, actions] = useImportWizard(upload);
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
      <div ref={top} tabIndex={-1} className="mb-5 outline-none">
        <StepIndicator label="Import steps" steps={STEPS} current={NUMBERS[step]} />
      </div>
      {/* Fills the height below the header and the title, so that the footer is at the bottom edge. */}
      <div className="-mb-4 flex min-h-[calc(100dvh-12.125rem)] flex-col gap-5 md:-mb-6">
        {wizard.step === 'upload' && <UploadStep wizard={wizard} actions={actions} />}
        {wizard.step === 'map' && <MapStep wizard={wizard} actions={actions} customFields={customFields} />}
        {wizard.step === 'import' && <ImportStep wizard={wizard} actions={actions} />}
      </div>
      <LeaveDialog
        active={wizard.step === 'upload' && wizard.phase === 'sending'}
        title="Leave while the file is uploading?"
        text="The upload ends when you leave this page, and nothing is imported."
      />
    </>
  );
}
