import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import type { FigureChange } from './change.ts';

interface ChangeTextProps {
  change: FigureChange;
  /** Formatted figure of the previous period. */
  before: string;
  /** Direction that is bad news. */
  bad?: 'up' | 'down';
  /** Puts the previous figure on its own line. */
  stacked?: boolean;
}

const ICONS = { up: ArrowUpRight, down: ArrowDownRight, same: Minus } as const;

/** Change from the previous period in words, with arrow and color. */
export function ChangeText({ change, before, bad = 'down', stacked = false }: ChangeTextProps) {
  const { direction, words } = change;
  const Icon = ICONS[direction];
  const tone = direction === 'same' ? 'text-muted' : direction === bad ? 'text-negative' : 'text-positive';
  return (
    <span
      className={cx(
        'gap-x-1 text-12 whitespace-nowrap tabular-nums',
        stacked ? 'block' : 'inline-flex align-middle',
      )}
    >
      <span className={cx('inline-flex items-center gap-0.5 font-medium', tone)}>
        <Icon className="size-3.5 shrink-0" aria-hidden />
        {words}
      </span>
      <span className={cx('text-muted', stacked && 'block')}> from {before}</span>
    </span>
  );
}
