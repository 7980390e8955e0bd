import { Popover as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Button below which it opens, and to which the focus returns. */
  anchor: RefObject<HTMLButtonElement | null>;
  /** Accessible name. */
  label: string;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
}

/** Floating panel next to its button; Escape and outside clicks close it. */
export function Popover({
  open,
  onOpenChange,
  anchor,
  label,
  align = 'end',
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Keeps the focus if the closing click moved it elsewhere.
            if (document.activeElement === document.body) anchor.current?.focus();
          }}
          // The button's own handler closes it; closing it here too would reopen it.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault();
          }}
          className={cx(
            'z-40 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto rounded-card bg-raised shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
