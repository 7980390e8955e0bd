import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  /** Without it, only the dialog's own buttons close it. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  /** Primary action last. */
  footer?: ReactNode;
  /** Ignores Escape and outside clicks, for content that is shown once. */
  held?: boolean;
  /** Focuses the content itself, so that keys scroll it; for tall content without controls. */
  scrolls?: boolean;
  /** Doubles the width. */
  wide?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

const SCROLLABLE = { tabIndex: 0 };

/** Modal dialog; Escape and outside clicks close it unless `held`. */
export function Dialog(props: DialogProps) {
  const {
    onClose,
    title,
    description,
    footer,
    held = !props.onClose,
    wide = false,
    scrolls = false,
    children,
  } = props;
  const returnFocus = useReturnFocus(props.initialFocus);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim print:hidden" />
        <Radix.Content
          {...returnFocus}
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...(held && { onInteractOutside: preventClose, onEscapeKeyDown: preventClose })}
          className={cx(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-1/2 animate-rise flex-col rounded-card bg-raised shadow-float outline-none',
            wide ? 'max-w-3xl' : 'max-w-md',
          )}
        >
          <div className="px-5 pt-5 pr-12">
            <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-1 text-14 break-words text-muted">
                {description}
              </Radix.Description>
            )}
          </div>
          {children !== undefined && (
            <div
              {...(scrolls && SCROLLABLE)}
              className="-mb-1 min-h-0 overflow-y-auto px-5 pt-4 pb-1 outline-none"
            >
              {children}
            </div>
          )}
          <div className="flex flex-wrap justify-end gap-2 p-5">{footer}</div>
          {/* Last in the DOM, so that the focus starts with the content. */}
          {onClose && (
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" className="absolute top-3 right-3" />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function preventClose(event: Event) {
  event.preventDefault();
}

/** Returns dialog handlers that focus `initial` or the first control, and restore the previous focus on close. */
export function useReturnFocus(initial?: RefObject<HTMLElement | null>) {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      if (!initial?.current) return;
      event.preventDefault();
      initial.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
