import { type CustomField, loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { LeadStatuses } from '../../lead/statuses/lead-statuses.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';

/** Determine how lead values are read. */
export interface LeadRules {
  customFields: CustomField[];
  statuses: LeadStatuses;
}

export async function loadLeadRules(tx: TenantTransaction): Promise<LeadRules> {
  return { customFields: await loadCustomFields(tx), statuses: await loadLeadStatuses(tx) };
}

interface CachedRules {
  rules: Promise<LeadRules>;
  at: number;
}

/** NOTIFY also invalidates changes at once. */
const CACHE_LIFETIME_MS = 3_000;
const MAX_CACHED_ORGANIZATIONS = 1_000;

/** Saves a query per lead in a stream of leads. */
export class KnownRules {
  private readonly cache = new Map<string, CachedRules>();
  readonly close: () => void;

  constructor(notices: Pick<Notices, 'onFieldsChanged'>) {
    this.close = notices.onFieldsChanged((organizationId) => this.cache.delete(organizationId));
  }

  /** At most a few seconds old. */
  of(scope: OrganizationScope): Promise<LeadRules> {
    const { organizationId } = scope;
    const now = performance.now();
    const held = this.cache.get(organizationId);
    if (held !== undefined && now - held.at < CACHE_LIFETIME_MS) return held.rules;
    if (this.cache.size >= MAX_CACHED_ORGANIZATIONS) this.cache.clear();
    const rules = scope.transaction(loadLeadRules);
    this.cache.set(organizationId, { rules, at: now });
    // A failed query must not stay cached.
    rules.catch(() => this.cache.delete(organizationId));
    return rules;
  }
}
