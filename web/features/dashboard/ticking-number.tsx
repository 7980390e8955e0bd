import { formatNumber } from '../../lib/format.ts';
import { useTicking } from '../../lib/use-ticking.ts';

/** A count that runs to its new value when it changes. Its place has to have room: figures are tabular. */
export function TickingNumber({ value }: { value: number }) {
  return <span className="tabular-nums">{formatNumber(useTicking(value) ?? value)}</span>;
}
