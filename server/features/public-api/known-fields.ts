import { type CustomField, loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';

interface CachedFields {
  fields: Promise<CustomField[]>;
  at: number;
}

/** Cache lifetime in milliseconds. Changes to the fields invalidate it immediately through NOTIFY. */
const CACHE_LIFETIME_MS = 3_000;
const MAX_CACHED_ORGANIZATIONS = 1_000;

/** Caches the custom fields of organizations for a few seconds, so that a stream of leads costs one query. */
export class KnownFields {
  private readonly cache = new Map<string, CachedFields>();
  /** Stops listening for changes. */
  readonly close: () => void;

  constructor(notices: Pick<Notices, 'onFieldsChanged'>) {
    this.close = notices.onFieldsChanged((organizationId) => this.cache.delete(organizationId));
  }

  /** Returns the organization's custom fields, at most a few seconds old. */
  of(scope: OrganizationScope): Promise<CustomField[]> {
    const { organizationId } = scope;
    const now = performance.now();
    const held = this.cache.get(organizationId);
    if (held !== undefined && now - held.at < CACHE_LIFETIME_MS) return held.fields;
    if (this.cache.size >= MAX_CACHED_ORGANIZATIONS) this.cache.clear();
    const fields = scope.transaction(loadCustomFields);
    this.cache.set(organizationId, { fields, at: now });
    // A failed query must not stay cached.
    fields.catch(() => this.cache.delete(organizationId));
    return fields;
  }
}
