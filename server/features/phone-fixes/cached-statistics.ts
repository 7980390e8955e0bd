import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';
import { countInvalidPhones, type PhoneStatistics } from './statistics.ts';

interface CachedStatistics {
  connection: number;
  counted: Promise<PhoneStatistics>;
}

/**
 * Returns a function that counts invalid phones and caches the result for each organization until its leads change:
 * counting 100,000 of them takes about 0.3 s, and usually nothing has changed since the last request. A result is never
 * older than the last commit before the request.
 */
export function cachedStatistics(
  notices: Pick<Notices, 'caughtUp' | 'onLeadsChanged'>,
): (scope: OrganizationScope) => Promise<PhoneStatistics> {
  const kept = new Map<string, CachedStatistics>();
  notices.onLeadsChanged((organizationId) => kept.delete(organizationId));
  return async (scope) => {
    const { organizationId } = scope;
    const connection = await notices.caughtUp().catch(() => null);
    // Change notifications are down, so caching isn't safe.
    if (connection === null) return countInvalidPhones(scope);
    const held = kept.get(organizationId);
    if (held?.connection === connection) return held.counted;
    const counted = countInvalidPhones(scope);
    // Cached before counting, so that a change in the meantime evicts it for later requests.
    kept.set(organizationId, { connection, counted });
    counted.catch(() => {
      if (kept.get(organizationId)?.counted === counted) kept.delete(organizationId);
    });
    return counted;
  };
}
