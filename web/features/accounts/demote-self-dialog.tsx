import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface DemoteSelfDialogProps {
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms giving up one's own administrator rights. */
export function DemoteSelfDialog({ pending, onConfirm, onClose }: DemoteSelfDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Give Up Your Admin Access"
      description="You'll no longer be able to see users and audit logs, or change security settings, API tokens and custom fields. Only another administrator can restore your access."
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
