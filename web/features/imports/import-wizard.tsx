import { useEffect, useRef } from 'react';
import { StepIndicator } from '../../ui/step-indicator.tsx';
import { ImportStep } from './import-step.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { MapStep } from './map-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { useImportWizard } from './use-import-wizard.ts';
import type { Wizard } from './wizard.ts';

const STEPS = ['Upload', 'Map Fields', 'Import'] as const;
const NUMBERS: Record<Wizard['step'], number> = { upload: 1, map: 2, import: 3 };

/** The Import Leads wizard: upload, map fields, import. */
export function ImportWizard() {
  const [wizard, actions] = useImportWizard();
  const top = useRef<HTMLDivElement>(null);
  const { step } = wizard;
  const seen = useRef(step);

  // A new step begins at its top, for the eye and for a screen reader.
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
      {/* As high as what the header and the title leave of the screen, so that the foot stands at its edge. */}
      <div className="-mb-4 flex min-h-[calc(100dvh-12.125rem)] flex-col gap-5 md:-mb-6">
        {wizard.step === 'upload' && <UploadStep wizard={wizard} actions={actions} />}
        {wizard.step === 'map' && <MapStep wizard={wizard} actions={actions} />}
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
