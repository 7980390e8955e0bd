import { Button } from '../../ui/button.tsx';
import { Secret } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Shows a webhook's new secret once. */
export function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      held
      onClose={onClose}
      title="Signing Secret"
      description="Give it to the buyer, who can check that requests come from you. You won't be able to see it again."
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved it
        </Button>
      }
    >
      <Secret label="Signing secret" value={secret} />
    </Dialog>
  );
}
