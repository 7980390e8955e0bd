import type { IpEntry } from '#contract/ip-whitelist.ts';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRemoveIp } from './ip-queries.ts';

interface RemoveIpDialogProps {
  entry: IpEntry;
  /** No other entry is active. */
  last: boolean;
  onClose: () => void;
}

/** Confirms removing an address, with the consequences. */
export function RemoveIpDialog({ entry, last, onClose }: RemoveIpDialogProps) {
  const remove = useRemoveIp();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove IP Address"
      description={
        <span className="break-words">
          Remove {entry.ipAddress}
          {entry.description !== null && ` (${entry.description})`} from the whitelist?
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            pending={remove.isPending}
            pendingText="Removing..."
            onClick={() => remove.mutate(entry, { onSuccess: onClose })}
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
        <p className="text-14">{consequence(entry, last)}</p>
      )}
    </Dialog>
  );
}

function consequence({ isActive }: IpEntry, last: boolean): string {
  if (!isActive) return "It's inactive, so nothing changes for anyone.";
  return last
    ? "It's the only active entry. Without it, any address can sign in."
    : 'Anyone using it is signed out immediately.';
}
