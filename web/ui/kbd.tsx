import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-[4px] border border-line bg-raised px-1 font-sans text-12 text-muted">
      {children}
    </kbd>
  );
}
