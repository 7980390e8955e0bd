import { Download } from 'lucide-react';
import { saveBlob } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

interface RecoveryCodesDialogProps {
  username: string;
  codes: readonly string[];
  onClose: () => void;
}

function saveCodes(username: string, codes: readonly string[]): void {
  const text = [`Recovery codes of ${username} for Lead Manager. Each works once.`, '', ...codes, ''].join(
    '\n',
  );
  saveBlob(new Blob([text], { type: 'text/plain' }), 'lead-manager-recovery-codes.txt');
}

/** Recovery codes, which can't be shown again. */
export function RecoveryCodesDialog({ username, codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open
      held
      onOpenChange={(open) => !open && onClose()}
      title="Recovery Codes"
      description="Use one if you don't have your phone. Each works once."
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved them
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <ol
          aria-label="Recovery Codes"
          className="grid gap-1 rounded-control border border-line bg-canvas px-4 py-3 font-mono text-14"
        >
          {codes.map((code) => (
            <li key={code} className="break-all select-all">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex gap-2">
          <CopyButton text={codes.join('\n')} label="Copy the recovery codes" size="default" />
          <Button icon={Download} onClick={() => saveCodes(username, codes)}>
            Download
          </Button>
        </div>
        <Notice tone="caution">You won't be able to see these again. Keep them somewhere safe.</Notice>
      </div>
    </Dialog>
  );
}
