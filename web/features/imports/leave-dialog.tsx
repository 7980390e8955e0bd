import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface LeaveDialogProps {
  /** True while leaving the page would lose something. */
  active: boolean;
  title: string;
  text: string;
}

/** Asks for confirmation before the user leaves the page while `active`. */
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
