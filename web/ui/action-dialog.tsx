import { useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface ActionDialogProps extends Pick<DialogProps, 'title' | 'description' | 'initialFocus' | 'children'> {
  onClose: () => void;
  cancel?: string;
  /** Label of the primary button. */
  action: string;
  destructive?: boolean;
  disabled?: boolean;
  pending?: boolean;
  pendingText?: string;
  /** Called by the button, and by Enter in an input; with the form, if there are inputs. */
  onAction: (form: Element | null) => void;
}

/** Dialog that confirms or fills in one action; Ctrl/Meta+Enter sends it from any input. */
export function ActionDialog(props: ActionDialogProps) {
  const { onClose, cancel = 'Cancel', action, destructive = false, onAction, children, ...rest } = props;
  const { disabled = false, pending = false, pendingText, ...dialog } = rest;
  const form = useId();
  const button = (
    <Button
      {...(children === undefined ? { onClick: () => onAction(null) } : { type: 'submit', form })}
      variant={destructive ? 'destructive' : 'primary'}
      disabled={disabled}
      pending={pending}
      {...(pendingText !== undefined && { pendingText })}
    >
      {action}
    </Button>
  );
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          {button}
        </>
      }
    >
      {children === undefined ? undefined : (
        <form
          id={form}
          noValidate
          className="flex flex-col gap-4"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
            event.preventDefault();
            event.currentTarget.requestSubmit();
          }}
          onSubmit={(event) => {
            event.preventDefault();
            // React bubbles it to forms around the dialog.
            event.stopPropagation();
            if (!disabled && !pending) onAction(event.currentTarget);
          }}
        >
          {children}
        </form>
      )}
    </Dialog>
  );
}
