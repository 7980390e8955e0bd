import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: 'left' | 'right';
  title: string;
  /** Said to screen readers alone; the content brings its own heading. */
  titleHidden?: boolean;
  footer?: ReactNode;
  /** Its width, such as `w-[18rem]`. */
  className?: string;
  children: ReactNode;
}

/** A drawer at the edge of the screen, for a record or the navigation. */
export function Sheet(props: SheetProps) {
  const {
    open,
    onOpenChange,
    side = 'right',
    title,
    titleHidden = false,
    footer,
    className,
    children,
  } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className={cx(
            'fixed inset-y-0 z-40 flex w-[30rem] max-w-[calc(100vw-2.5rem)] flex-col bg-surface shadow-float',
            side === 'left' ? 'left-0 animate-slide-left' : 'right-0 animate-slide-right',
            className,
          )}
        >
          <div
            className={cx(
              'flex items-center gap-4 border-b border-line py-3 pr-3 pl-5',
              titleHidden && 'sr-only',
            )}
          >
            <Radix.Title className="min-w-0 flex-1 truncate text-16 font-semibold">{title}</Radix.Title>
            {!titleHidden && (
              <Radix.Close asChild>
                <IconButton icon={X} label="Close" />
              </Radix.Close>
            )}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer !== undefined && (
            <div className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
