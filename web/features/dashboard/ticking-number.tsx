import { formatNumber } from '../../lib/format.ts';
import { useTicking } from '../../lib/use-ticking.ts';

/** Animated count; the caller reserves the width. */
export function TickingNumber({ value }: { value: number }) {
  return <span className="tabular-nums">{formatNumber(useTicking(value) ?? value)}</span>;
}
