import { formatPercent } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { TONE_FILL, type Tone } from '../../ui/tone.ts';
import type { Share } from './shares.ts';
import { TickingNumber } from './ticking-number.tsx';

interface ShareBarsProps {
  label: string;
  shares: readonly Share[];
  /** By lower-case name; other names are neutral. */
  tones: Record<string, Tone>;
}

/** Shares as bars on one scale. */
export function ShareBars({ label, shares, tones }: ShareBarsProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {shares.map(({ name, leads, share }) => (
        <li key={name}>
          <div className="flex items-baseline justify-between gap-3 text-13">
            <span className="min-w-0 truncate font-medium first-letter:capitalize" title={name}>
              {name}
            </span>
            <span className="shrink-0 tabular-nums">
              <TickingNumber value={leads} />
              <span className="inline-block w-14 text-right text-muted">{formatPercent(share)}</span>
            </span>
          </div>
          <div aria-hidden className="mt-1.5 h-1.5 rounded-full bg-neutral-tint">
            <div
              className={cx(
                'h-full rounded-full transition-[width]',
                TONE_FILL[tones[name] ?? tones[name.toLowerCase()] ?? 'neutral'],
              )}
              style={{ width: `${share * 100}%`, minWidth: leads > 0 ? '2px' : '0' }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
