import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { ControlProps } from './field.tsx';
import { CONTROL } from './text-input.tsx';

export interface ListPopoverProps extends ControlProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Shown on the closed control. */
  text: string;
  /** The text is a placeholder. */
  muted: boolean;
  /** Accessible name of the popover. */
  label: string;
  disabled?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Control that opens a list below itself. */
export function ListPopover(props: ListPopoverProps) {
  const { open, onOpenChange, text, muted, label, disabled = false, className, children, ...trigger } = props;
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        {...trigger}
        role="combobox"
        aria-expanded={open}
        disabled={disabled}
        className={cx(CONTROL, 'flex items-center gap-2 text-left', className)}
      >
        <span className={cx('min-w-0 flex-1 truncate', muted && 'text-muted')}>{text}</span>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-50 w-(--radix-popover-trigger-width) min-w-60 animate-rise overflow-hidden rounded-card bg-raised shadow-float"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
