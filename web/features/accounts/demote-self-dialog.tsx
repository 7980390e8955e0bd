import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface DemoteSelfDialogProps {
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before administrators give up their own rights. */
export function DemoteSelfDialog({ pending, onConfirm, onClose }: DemoteSelfDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Give Up Your Admin Access"
      description="You will no longer see users and audit logs, or change security, API tokens and custom fields. Only another administrator can give the access back."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="destructive" pending={pending} pendingText="Giving up..." onClick={onConfirm}>
            Give Up Access
          </Button>
        </>
      }
    />
  );
}
