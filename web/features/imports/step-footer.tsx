import { type ReactNode, useEffect, useRef } from 'react';

interface StepFooterProps {
  /** At the left: where one stands, what is missing. */
  children?: ReactNode;
  /** At the right, the primary one last. */
  actions: ReactNode;
}

/** The foot of a step, which stays in view. */
export function StepFooter({ children, actions }: StepFooterProps) {
  const foot = useRef<HTMLDivElement>(null);

  // Toasts stand above it, lest they cover the action that leads on.
  useEffect(() => {
    const { style } = document.documentElement;
    const height = foot.current?.offsetHeight ?? 0;
    style.setProperty('--toast-inset', `${height}px`);
    return () => void style.removeProperty('--toast-inset');
  }, []);

  return (
    <div
      ref={foot}
      className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-canvas px-4 py-3 md:-mx-6 md:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64 text-13" aria-live="polite">
          {children}
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>
      </div>
    </div>
  );
}
