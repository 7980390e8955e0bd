import { type CustomField, loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { LeadStatuses } from '../../lead/statuses/lead-statuses.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';

/** Custom fields and statuses of an organization, by which the values of leads are read. */
export interface LeadRules {
  customFields: CustomField[];
  statuses: LeadStatuses;
}

/** Returns the organization's rules for the values of leads. */
export async function loadLeadRules(tx: TenantTransaction): Promise<LeadRules> {
  return { customFields: await loadCustomFields(tx), statuses: await loadLeadStatuses(tx) };
}

interface CachedRules {
  rules: Promise<LeadRules>;
  at: number;
}

/** Cache lifetime in milliseconds. Changes to fields and statuses invalidate it immediately through NOTIFY. */
const CACHE_LIFETIME_MS = 3_000;
const MAX_CACHED_ORGANIZATIONS = 1_000;

/** Caches the custom fields and statuses of organizations for a few seconds, so that a stream of leads costs one query. */
export class KnownRules {
  private readonly cache = new Map<string, CachedRules>();
  /** Stops listening for changes. */
  readonly close: () => void;

  constructor(notices: Pick<Notices, 'onFieldsChanged'>) {
    this.close = notices.onFieldsChanged((organizationId) => this.cache.delete(organizationId));
  }

  /** Returns the organization's rules, at most a few seconds old. */
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
