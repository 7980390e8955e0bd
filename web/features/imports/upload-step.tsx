import { Button } from '../../ui/button.tsx';
import { DraftList } from './drafts/draft-list.tsx';
import { ImportedBefore } from './imported-before.tsx';
import { ReadingPanel } from './reading/reading-panel.tsx';
import { StepFooter } from './step-footer.tsx';
import { UploadArea } from './upload-area.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';
import { isFileReady, type Wizard } from './wizard.ts';

interface UploadStepProps {
  wizard: Extract<Wizard, { step: 'upload' }>;
  actions: ImportWizardActions;
}

/** Step 1: choose and check a file. */
export function UploadStep({ wizard, actions }: UploadStepProps) {
  return (
    <>
      <div className="flex flex-col gap-4">
        <UploadArea wizard={wizard} actions={actions} />
        {wizard.phase === 'empty' && (
          <p className="text-13 text-muted">
            The first row should contain column names. You can pick the sheet and header row next.
          </p>
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
