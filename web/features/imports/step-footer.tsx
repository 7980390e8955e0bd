import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

/** Wizard steps; Fix Rows belongs to the second. */
export const IMPORT_STEPS = ['Upload', 'Map Fields', 'Import'] as const;

interface StepFooterProps {
  /** State or missing input, on the left. */
  children?: ReactNode;
  /** Phones don't show the state. */
  quiet?: boolean;
  /** On the right, primary action last. */
  actions: ReactNode;
}

export function StepFooter({ children, quiet = false, actions }: StepFooterProps) {
  return (
    <div
      data-keep-clear
      className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-canvas px-4 py-3 md:-mx-6 md:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className={cx('min-w-0 flex-1 basis-64 text-13', quiet && 'max-md:sr-only')} aria-live="polite">
          {children}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>
      </div>
    </div>
  );
}
