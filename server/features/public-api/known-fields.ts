import { type CustomField, loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';

interface Looked {
  fields: Promise<CustomField[]>;
  at: number;
}

/** How long a look-up serves; a change of the fields ends it at once, by word of the database (milliseconds). */
const SERVES_MS = 3_000;
const MOST = 1_000;

/** The custom fields of organizations, each looked up once in a few seconds however many leads come. */
export class KnownFields {
  private readonly looked = new Map<string, Looked>();
  /** Stops listening for changes. */
  readonly close: () => void;

  constructor(notices: Pick<Notices, 'onFieldsChanged'>) {
    this.close = notices.onFieldsChanged((organizationId) => this.looked.delete(organizationId));
  }

  /** The organization's custom fields as they were at most a few seconds ago. */
  of(scope: OrganizationScope): Promise<CustomField[]> {
    const { organizationId } = scope;
    const now = performance.now();
    const held = this.looked.get(organizationId);
    if (held !== undefined && now - held.at < SERVES_MS) return held.fields;
    if (this.looked.size >= MOST) this.looked.clear();
    const fields = scope.transaction(loadCustomFields);
    this.looked.set(organizationId, { fields, at: now });
    // A database that did not answer says nothing of the fields.
    fields.catch(() => this.looked.delete(organizationId));
    return fields;
  }
}
