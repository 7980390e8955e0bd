import type { ManagedUser } from '#contract/accounts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRemoveUser } from './queries.ts';

interface RemoveUserDialogProps {
  user: ManagedUser;
  onClose: () => void;
}

/** Confirms removing a user; shows the reason if the server refuses. */
export function RemoveUserDialog({ user, onClose }: RemoveUserDialogProps) {
  const remove = useRemoveUser();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove User"
      description={<span className="break-words">Remove the user "{user.username}"?</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            pending={remove.isPending}
            pendingText="Removing..."
            onClick={() => remove.mutate(user, { onSuccess: onClose })}
          >
            Remove
          </Button>
        </>
      }
    >
      {remove.error ? (
        <Notice tone="negative">
          {messageOf(remove.error, "Couldn't reach the server. Check your connection and try again.")}
        </Notice>
      ) : (
        <p className="text-14">
          They're signed out immediately and can't sign in again. Their leads, notes and audit logs stay.
        </p>
      )}
    </Dialog>
  );
}
