import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Opens a lead in a new tab, to keep this screen. */
export function LeadLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/leads"
      search={{ lead: id }}
      target="_blank"
      className="rounded-[4px] text-text underline underline-offset-2"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}
