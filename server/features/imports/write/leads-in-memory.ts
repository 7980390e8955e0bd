import { STORED_COLUMNS } from '../../../lead/fields.ts';
import { type ChangedLead, type StoredLead, sameValue } from '../../../lead/rows/stored-lead.ts';

/** Leads that a batch of updates can affect, as the rows so far left them. */
export class LeadsInMemory {
  private readonly importId: string | null;
  private readonly leads = new Map<string, StoredLead>();
  private readonly emails = new Map<string, string>();
  private readonly phones = new Map<string, string>();
  /** Database state of the leads that have changed in memory, by id. */
  private readonly stored = new Map<string, StoredLead>();
  /** Identities that are free in memory but still taken in the database. */
  private readonly freed = new Set<string>();

  /** Leads that aren't in the database yet, by id. */
  private readonly created = new Map<string, StoredLead>();
  /** Row that created a lead of this batch, by the lead's id. */
  private readonly rows = new Map<string, number>();

  /** Leads by the digits of a phone that is not valid. */
  private readonly digits = new Map<string, Set<string>>();
  /** Phones whose holders are all here. */
  private readonly lookedUp = new Set<string>();

  /** @param importId import whose rows are processed, if it may create leads */
  constructor(found: readonly StoredLead[], phones: Iterable<string> = [], importId: string | null = null) {
    this.importId = importId;
    this.add(found, phones);
  }

  /** Keeps leads that are here already as they are. */
  add(found: readonly StoredLead[], phones: Iterable<string>): void {
    for (const lead of found) if (!this.leads.has(lead.id)) this.hold(lead);
    for (const phone of phones) this.lookedUp.add(phone);
  }

  isLookedUp(phone: string): boolean {
    return this.lookedUp.has(phone);
  }

  byDigits(digits: string): StoredLead[] {
    return [...(this.digits.get(digits) ?? [])].flatMap((id) => this.leads.get(id) ?? []);
  }

  byId(id: string | undefined): StoredLead | undefined {
    return id === undefined ? undefined : this.leads.get(id);
  }

  byEmail(email: string | undefined): StoredLead | undefined {
    return email === undefined ? undefined : this.byId(this.emails.get(email));
  }

  /** Finds a lead by its valid phone in E.164. */
  byPhone(phone: string | undefined): StoredLead | undefined {
    return phone === undefined ? undefined : this.byId(this.phones.get(phone));
  }

  /** Adds a lead that row `row` creates. */
  create(lead: StoredLead, row: number): void {
    const created = { ...lead, import_id: this.importId };
    this.created.set(lead.id, created);
    this.rows.set(lead.id, row);
    this.hold(created);
  }

  /** Returns the row of this batch that created a lead, or null. */
  rowOf(id: string): number | null {
    return this.rows.get(id) ?? null;
  }

  /** Whether the import created the lead, in this or an earlier batch. */
  isOwn(id: string): boolean {
    if (this.rows.has(id)) return true;
    return this.importId !== null && this.leads.get(id)?.import_id === this.importId;
  }

  /** Another lead that has the email or valid phone. */
  otherHolder(lead: StoredLead): { field: 'email' | 'phone'; id: string } | undefined {
    const byEmail = lead.email === null ? undefined : this.emails.get(lead.email);
    if (byEmail !== undefined && byEmail !== lead.id) return { field: 'email', id: byEmail };
    const byPhone = lead.phone === null || !lead.number_valid ? undefined : this.phones.get(lead.phone);
    if (byPhone !== undefined && byPhone !== lead.id) return { field: 'phone', id: byPhone };
    return undefined;
  }

  /** Whether the lead takes an identity still taken in the database. */
  takesFreed(lead: StoredLead): boolean {
    return (
      this.freed.has(`email:${lead.email}`) || (lead.number_valid && this.freed.has(`phone:${lead.phone}`))
    );
  }

  /** Replaces a lead with its state after a row. */
  put(after: StoredLead): void {
    const before = this.leads.get(after.id);
    if (before === undefined) return;
    const isNew = this.created.has(after.id);
    if (isNew) this.created.set(after.id, after);
    else if (!this.stored.has(after.id)) this.stored.set(after.id, before);
    if (before.email !== null && before.email !== after.email) this.letGo(this.emails, 'email', before.email);
    if (before.phone !== null && before.number_valid && before.phone !== after.phone) {
      this.letGo(this.phones, 'phone', before.phone);
    }
    this.digits.get(typedDigits(before) ?? '')?.delete(before.id);
    this.hold(after);
  }

  /** Returns the changed leads and treats them as stored. */
  takeChanged(): ChangedLead[] {
    const changed = [...this.stored].flatMap(([id, before]) => {
      const after = this.leads.get(id);
      // Rows of a batch may cancel each other out.
      return after === undefined || sameLead(before, after) ? [] : [{ before, after }];
    });
    this.stored.clear();
    this.freed.clear();
    return changed;
  }

  /** Returns the created leads and treats them as stored. */
  takeCreated(): StoredLead[] {
    const created = [...this.created.values()];
    this.created.clear();
    return created;
  }

  private hold(lead: StoredLead): void {
    this.leads.set(lead.id, lead);
    if (lead.email !== null) this.emails.set(lead.email, lead.id);
    if (lead.phone !== null && lead.number_valid) this.phones.set(lead.phone, lead.id);
    const digits = typedDigits(lead);
    if (digits !== null) this.digits.set(digits, (this.digits.get(digits) ?? new Set()).add(lead.id));
  }

  private letGo(held: Map<string, string>, kind: 'email' | 'phone', identity: string): void {
    held.delete(identity);
    this.freed.add(`${kind}:${identity}`);
  }
}

export function typedDigits({ phone, number_valid }: StoredLead): string | null {
  return phone === null || number_valid ? null : phone.replace(/\D/g, '') || null;
}

function sameLead(one: StoredLead, other: StoredLead): boolean {
  return STORED_COLUMNS.every((column) => sameValue(one[column], other[column]));
}
