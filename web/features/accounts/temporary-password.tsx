import { Button } from '../../ui/button.tsx';
import { Secret } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

interface TemporaryPasswordProps {
  title: string;
  username: string;
  password: string;
  onClose: () => void;
}

/** Generated password, which can't be shown again. */
export function TemporaryPassword({ title, username, password, onClose }: TemporaryPasswordProps) {
  return (
    <Dialog
      held
      onClose={onClose}
      title={title}
      description={<span className="break-words">Share this password with {username}.</span>}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Secret label="Temporary password" value={password} />
        <Notice tone="caution">
          You won't be able to see it again. They'll set their own password when they sign in.
        </Notice>
      </div>
    </Dialog>
  );
}
