import type { RetentionRule } from '#contract/retention.ts';
import { formatCount } from '../../lib/format.ts';

export const ACTION_NAMES = {
  trash: 'Move to the bin',
  anonymise: 'Anonymize',
  erase: 'Erase',
} as const satisfies Record<RetentionRule['action'], string>;

export const AGE_NAMES = {
  created: 'after creation',
  lastActivity: 'after last activity',
  sold: 'after the last sale',
} as const satisfies Record<RetentionRule['after']['of'], string>;

/** Describes a rule, such as `Anonymize 365 days after creation, with 7 days in the bin to undo`. */
export function ruleText({ action, after, graceDays }: Omit<RetentionRule, 'id' | 'name' | 'where'>): string {
  const grace =
    graceDays > 0
      ? `with ${formatCount(graceDays, 'day')} in the bin to undo`
      : action === 'trash'
        ? 'where it stays for 30 days'
        : 'at once and for good';
  return `${ACTION_NAMES[action]} ${formatCount(after.days, 'day')} ${AGE_NAMES[after.of]}, ${grace}`;
}
