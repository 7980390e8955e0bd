import { formatNumber } from '../../lib/format.ts';
import { useTicking } from '../../lib/use-ticking.ts';

/** Animates a count to its new value. The caller reserves the width; the digits are tabular. */
export function TickingNumber({ value }: { value: number }) {
  return <span className="tabular-nums">{formatNumber(useTicking(value) ?? value)}</span>;
}
