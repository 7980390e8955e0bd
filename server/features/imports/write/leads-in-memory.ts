import { STORED_COLUMNS } from '../../../lead/fields.ts';
import { type ChangedLead, type StoredLead, sameValue } from '../../../lead/store/stored-lead.ts';

/** The leads that a batch of updates can touch, as the rows so far left them. */
export class LeadsInMemory {
  private readonly leads = new Map<string, StoredLead>();
  private readonly emails = new Map<string, string>();
  private readonly phones = new Map<string, string>();
  /** As they are in the database; the leads that differ from it. */
  private readonly stored = new Map<string, StoredLead>();
  /** Identities that are no longer held here but still are in the database. */
  private readonly freed = new Set<string>();

  constructor(found: readonly StoredLead[]) {
    for (const lead of found) this.hold(lead);
  }

  byId(id: string | undefined): StoredLead | undefined {
    return id === undefined ? undefined : this.leads.get(id);
  }

  byEmail(email: string | undefined): StoredLead | undefined {
    return email === undefined ? undefined : this.byId(this.emails.get(email));
  }

  /** By a valid phone in E.164. */
  byPhone(phone: string | undefined): StoredLead | undefined {
    return phone === undefined ? undefined : this.byId(this.phones.get(phone));
  }

  /** Another lead that holds an identity of this one. */
  otherHolder(lead: StoredLead): { field: 'email' | 'phone'; id: string } | undefined {
    const byEmail = lead.email === null ? undefined : this.emails.get(lead.email);
    if (byEmail !== undefined && byEmail !== lead.id) return { field: 'email', id: byEmail };
    const byPhone = lead.phone === null || !lead.number_valid ? undefined : this.phones.get(lead.phone);
    if (byPhone !== undefined && byPhone !== lead.id) return { field: 'phone', id: byPhone };
    return undefined;
  }

  /** Whether the lead takes an identity that the database does not know to be free. */
  takesFreed(lead: StoredLead): boolean {
    return (
      this.freed.has(`email:${lead.email}`) || (lead.number_valid && this.freed.has(`phone:${lead.phone}`))
    );
  }

  /** Keeps what a row made of a lead. */
  put(after: StoredLead): void {
    const before = this.leads.get(after.id);
    if (before === undefined) return;
    if (!this.stored.has(after.id)) this.stored.set(after.id, before);
    if (before.email !== null && before.email !== after.email) this.letGo(this.emails, 'email', before.email);
    if (before.phone !== null && before.number_valid && before.phone !== after.phone) {
      this.letGo(this.phones, 'phone', before.phone);
    }
    this.hold(after);
  }

  /** What has to be written; from now on it counts as stored. */
  takeChanged(): ChangedLead[] {
    const changed = [...this.stored].flatMap(([id, before]) => {
      const after = this.leads.get(id);
      // Rows of one batch may undo each other: then there is nothing to write or to tell of.
      return after === undefined || sameLead(before, after) ? [] : [{ before, after }];
    });
    this.stored.clear();
    this.freed.clear();
    return changed;
  }

  private hold(lead: StoredLead): void {
    this.leads.set(lead.id, lead);
    if (lead.email !== null) this.emails.set(lead.email, lead.id);
    if (lead.phone !== null && lead.number_valid) this.phones.set(lead.phone, lead.id);
  }

  private letGo(held: Map<string, string>, kind: 'email' | 'phone', identity: string): void {
    held.delete(identity);
    this.freed.add(`${kind}:${identity}`);
  }
}

function sameLead(one: StoredLead, other: StoredLead): boolean {
  return STORED_COLUMNS.every((column) => sameValue(one[column], other[column]));
}
