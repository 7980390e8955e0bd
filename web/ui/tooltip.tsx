import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

const DELAY = 700;
const SKIP_DELAY = 300;

/** Stands once around the application, so that neighbouring tooltips follow each other without the delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
      {children}
    </Radix.Provider>
  );
}

export interface TooltipProps {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Leaves the trigger alone, without a tooltip. */
  disabled?: boolean;
  /** One element that takes a ref and DOM props. */
  children: ReactNode;
}

/** A short explanation of the element it wraps, on hover and on focus. */
export function Tooltip({ text, side = 'top', disabled = false, children }: TooltipProps) {
  if (disabled) return children;
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-appear rounded-control bg-raised px-2.5 py-1.5 text-12 text-text shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
