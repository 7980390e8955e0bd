import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';

interface TemporaryPasswordProps {
  title: string;
  username: string;
  password: string;
  onClose: () => void;
}

/** The password that the server made, this once. */
export function TemporaryPassword({ title, username, password, onClose }: TemporaryPasswordProps) {
  return (
    <Dialog
      open
      held
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={<span className="break-words">Hand this password to {username}.</span>}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Secret label="Temporary password" value={password} />
        <Notice tone="caution">It is shown this once. It has to be changed at the next sign-in.</Notice>
      </div>
    </Dialog>
  );
}
