import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';
import { countInvalidPhones, type PhoneStatistics } from './statistics.ts';

interface Kept {
  connection: number;
  counted: Promise<PhoneStatistics>;
}

/**
 * The statistics of invalid phones, kept for each organization until its leads change: counting 100,000 of them takes
 * some 0.3 s, and most looks at them follow no change. A look never gives less than what was committed before it.
 */
export function keepStatistics(
  notices: Pick<Notices, 'caughtUp' | 'onLeadsChanged'>,
): (scope: OrganizationScope) => Promise<PhoneStatistics> {
  const kept = new Map<string, Kept>();
  notices.onLeadsChanged((organizationId) => kept.delete(organizationId));
  return async (scope) => {
    const { organizationId } = scope;
    const connection = await notices.caughtUp().catch(() => null);
    // Nobody tells of changes now.
    if (connection === null) return countInvalidPhones(scope);
    const held = kept.get(organizationId);
    if (held?.connection === connection) return held.counted;
    const counted = countInvalidPhones(scope);
    // Kept before it is counted: a change meanwhile takes it away for those who come after.
    kept.set(organizationId, { connection, counted });
    counted.catch(() => {
      if (kept.get(organizationId)?.counted === counted) kept.delete(organizationId);
    });
    return counted;
  };
}
