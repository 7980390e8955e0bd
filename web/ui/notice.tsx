import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { TONE_TINT } from './tone.ts';

type NoticeTone = 'info' | 'positive' | 'caution' | 'negative';

const ICON: Record<NoticeTone, LucideIcon> = {
  info: Info,
  positive: CircleCheck,
  caution: TriangleAlert,
  negative: CircleAlert,
};

export interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** Notice in the page flow; screen readers announce negative notices immediately. */
export function Notice({ tone = 'info', title, action, className, children }: NoticeProps) {
  const Icon = ICON[tone];
  return (
    <div
      role={tone === 'negative' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 rounded-card px-4 py-3 text-14', TONE_TINT[tone], className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="text-text">{children}</div>}
      </div>
      {action}
    </div>
  );
}
