import { formatCount } from '../../../lib/format.ts';

/** Label for writing later edits to imported leads. */
export function updateText(leads: number): string {
  return `Update ${formatCount(leads, 'Lead')}`;
}
