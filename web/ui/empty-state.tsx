import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** On a card of its own. */
  card?: boolean;
  className?: string;
}

export function EmptyState({ icon: Icon, title, text, action, card = false, className }: EmptyStateProps) {
  const state = (
    <div className={cx('flex flex-col items-center px-6 py-16 text-center', className)}>
      <span className="mb-4 grid size-11 place-items-center rounded-card border border-line bg-raised text-muted">
        <Icon className="size-5" strokeWidth={1.75} aria-hidden />
      </span>
      <h2 className="text-16 font-semibold">{title}</h2>
      {text !== undefined && <p className="mt-1 max-w-[56ch] text-14 text-balance text-muted">{text}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
  return card ? <Card>{state}</Card> : state;
}
