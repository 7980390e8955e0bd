import { Button } from '../../ui/button.tsx';
import { UploadArea } from './upload-area.tsx';
import { useImportWizard } from './use-import-wizard.ts';
import { isFileReady } from './wizard.ts';

interface QuickUploadProps {
  /** Continues with the mapping; the upload's ID names the draft. */
  onContinue: (uploadId: string) => void;
}

export function QuickUpload({ onContinue }: QuickUploadProps) {
  const [wizard, actions] = useImportWizard({
    firstStep: 'map',
    onOpen: (draft) => draft && onContinue(draft.uploadId),
  });
  if (wizard.step !== 'upload') return null;
  return (
    <div className="flex flex-col gap-3">
      <UploadArea wizard={wizard} actions={actions} className="min-h-52 flex-1 py-8" />
      {wizard.phase === 'ready' && (
        <Button
          variant="primary"
          className="self-end"
          disabled={!isFileReady(wizard)}
          onClick={() => onContinue(wizard.upload.uploadId)}
        >
          Continue to Map Fields
        </Button>
      )}
    </div>
  );
}
