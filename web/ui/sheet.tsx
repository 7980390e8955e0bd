import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useReturnFocus } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { PrintedAt } from './page.tsx';
import { Skeleton } from './skeleton.tsx';

interface SheetProps {
  onClose: () => void;
  side?: 'left' | 'right';
  title: string;
  /** For content with its own visible heading. */
  titleHidden?: boolean;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Drawer at the screen's edge; Escape closes it unless the focus is in `data-own-escape`. */
export function Sheet(props: SheetProps) {
  const { onClose, side = 'right', title, titleHidden = false, footer, className, children } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim print:hidden" />
        <Radix.Content
          {...returnFocus}
          data-prints={side === 'right' || undefined}
          aria-describedby={undefined}
          // Elements with unsaved input handle Escape themselves.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-own-escape]'))
              event.preventDefault();
          }}
          className={cx(
            'fixed top-(--banner) bottom-0 z-40 flex w-[30rem] max-w-[calc(100vw-2.5rem)] flex-col bg-surface shadow-float outline-none',
            side === 'left' ? 'left-0 animate-slide-left' : 'right-0 animate-slide-right',
            className,
          )}
        >
          <div
            className={cx(
              'flex min-h-14 shrink-0 items-center border-b border-line pr-14 pl-5',
              titleHidden && 'sr-only',
            )}
          >
            <Radix.Title className="min-w-0 flex-1 truncate text-16 font-semibold">{title}</Radix.Title>
            <PrintedAt />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer !== undefined && (
            <div className="flex justify-end gap-2 border-t border-line px-5 py-3 print:hidden!">
              {footer}
            </div>
          )}
          {/* Last in the DOM, so that the focus starts with the content. */}
          {!titleHidden && (
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" className="absolute top-3 right-3 max-md:top-1.5" />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function SheetSkeleton({ rows }: { rows: number }) {
  return (
    <div className="flex flex-col gap-4 p-5">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} className="flex gap-8">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-52" />
        </div>
      ))}
    </div>
  );
}
