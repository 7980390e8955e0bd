import { Button } from '../../ui/button.tsx';
import { DraftList } from './drafts/draft-list.tsx';
import { FilePreview } from './file-preview.tsx';
import { ImportedBefore } from './imported-before.tsx';
import { StepFooter } from './step-footer.tsx';
import { UploadArea } from './upload-area.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';
import { isFileReady, type Wizard } from './wizard.ts';

interface UploadStepProps {
  wizard: Extract<Wizard, { step: 'upload' }>;
  actions: ImportWizardActions;
}

/** Renders step 1: choose a file and check its contents. */
export function UploadStep({ wizard, actions }: UploadStepProps) {
  return (
    <>
      <div className="flex flex-col gap-4">
        <UploadArea wizard={wizard} actions={actions} />
        {wizard.phase === 'empty' && (
          <p className="text-13 text-muted">
            The first row holds the names of the columns. Of a workbook with more sheets, you choose one.
          </p>
        )}
        {wizard.phase === 'empty' && <DraftList />}
        {wizard.phase === 'ready' && <ImportedBefore upload={wizard.upload} />}
        {wizard.phase === 'ready' && wizard.upload.preview.length > 0 && (
          <FilePreview upload={wizard.upload} />
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
