import { type CustomField, listCustomFields } from '../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';

interface Looked {
  fields: Promise<CustomField[]>;
  at: number;
}

/** Cache lifetime in milliseconds. Changes to the fields invalidate it immediately through NOTIFY. */
const SERVES_MS = 3_000;
const MOST = 1_000;

/** Caches the custom fields of organizations for a few seconds, so that a stream of leads costs one query. */
export class KnownFields {
  private readonly looked = new Map<string, Looked>();
  /** Stops listening for changes. */
  readonly close: () => void;

  constructor(notices: Pick<Notices, 'onFieldsChanged'>) {
    this.close = notices.onFieldsChanged((organizationId) => this.looked.delete(organizationId));
  }

  /** Returns the organization's custom fields, at most a few seconds old. */
  of(scope: OrganizationScope): Promise<CustomField[]> {
    const { organizationId } = scope;
    const now = performance.now();
    const held = this.looked.get(organizationId);
    if (held !== undefined && now - held.at < SERVES_MS) return held.fields;
    if (this.looked.size >= MOST) this.looked.clear();
    const fields = scope.transaction(listCustomFields);
    this.looked.set(organizationId, { fields, at: now });
    // A failed query must not stay cached.
    fields.catch(() => this.looked.delete(organizationId));
    return fields;
  }
}
