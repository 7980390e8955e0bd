import type { ManagedUser } from '#contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useResetPassword } from './queries.ts';
import { TemporaryPassword } from './temporary-password.tsx';

interface ResetPasswordDialogProps {
  user: ManagedUser;
  onClose: () => void;
}

/** Confirms a reset and shows the temporary password once. */
export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  const reset = useResetPassword();
  if (reset.data) {
    return (
      <TemporaryPassword
        title="Password Reset"
        username={user.username}
        password={reset.data.temporaryPassword}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reset Password"
      description={
        <span className="break-words">
          {user.username} gets a temporary password and is signed out everywhere.
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={reset.isPending}
            pendingText="Resetting..."
            onClick={() => reset.mutate(user)}
          >
            Reset Password
          </Button>
        </>
      }
    />
  );
}
