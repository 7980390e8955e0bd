import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface LeaveDialogProps {
  /** Whether leaving now would lose something. */
  active: boolean;
  title: string;
  text: string;
}

/** Asks before the page is left while `active`. */
export function LeaveDialog({ active, title, text }: LeaveDialogProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => active,
    enableBeforeUnload: () => active,
    withResolver: true,
  });
  return (
    <Dialog
      open={status === 'blocked'}
      onOpenChange={(open) => !open && reset?.()}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={() => proceed?.()}>Leave</Button>
          <Button variant="primary" onClick={() => reset?.()}>
            Stay
          </Button>
        </>
      }
    />
  );
}
