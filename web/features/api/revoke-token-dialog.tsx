import type { ApiToken } from '#contract/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRevokeToken } from './queries.ts';

interface RevokeTokenDialogProps {
  token: ApiToken;
  onClose: () => void;
}

/** Confirms revoking a token. */
export function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  const revoke = useRevokeToken();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Revoke Token"
      description={
        <span className="break-words">Are you sure you want to revoke the token "{token.name}"?</span>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            pending={revoke.isPending}
            pendingText="Revoking..."
            onClick={() => revoke.mutate(token, { onSettled: onClose })}
          >
            Revoke
          </Button>
        </>
      }
    >
      <p className="text-14">Software that uses it stops working immediately. You can't undo this.</p>
    </Dialog>
  );
}
