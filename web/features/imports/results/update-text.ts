import { formatCount } from '../../../lib/format.ts';

/** Names the action that writes edits made after an import to its leads. */
export function updateText(leads: number): string {
  return `Update ${formatCount(leads, 'Lead')}`;
}
