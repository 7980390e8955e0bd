/** The model's representation of a row; '' is a blank cell. */
export interface ModelRow {
  id: string;
  email: string;
  phone: string;
  first: string;
  tags: string;
}

/** The model's representation of a lead. */
export interface ModelLead {
  id: string | null;
  email: string | null;
  phone: string | null;
  valid: boolean;
  first: string | null;
  tags: string[];
}

export interface ModelPlan {
  mode: 'create' | 'update' | 'createOrUpdate';
  matchField: 'email' | 'phone' | 'id';
  policy: 'overwrite' | 'fillEmpty';
}

/** Code of the warning about a row's phone, or null. */
type PhoneWarning = 'phone_kept' | 'invalid_phone' | null;

/** Outcome of a row: its counter, and the code of its report if it has one. */
export interface ModelOutcome {
  outcome: 'imported' | 'updated' | 'duplicate' | 'skipped' | 'error';
  code: string | null;
  /** Warning about the row's phone: it was not taken, because it is invalid and the lead's valid, or it was although it is invalid. */
  phone?: PhoneWarning;
}

/**
 * Applies an import to `leads` in place, row by row and as simply as possible. E-mails are valid if they contain an @,
 * phones if they begin with +.
 */
export function modelImport(
  leads: ModelLead[],
  rows: readonly ModelRow[],
  plan: ModelPlan,
): { outcomes: ModelOutcome[]; invalidPhones: number } {
  let invalidPhones = 0;
  const outcomes = rows.map((row): ModelOutcome => {
    if (row.email !== '' && !row.email.includes('@')) {
      // Only the lead of an update tells whether its phone is kept.
      const phone = plan.mode === 'create' ? phoneAsTyped(row) : null;
      return { outcome: 'error', code: 'invalid_email', phone };
    }
    const result = creates(leads, row, plan) ? create(leads, row) : update(leads, row, plan);
    if (result.lead !== null && result.lead.phone !== null && !result.lead.valid) invalidPhones += 1;
    return { outcome: result.outcome, code: result.code, phone: result.phone ?? null };
  });
  return { outcomes, invalidPhones };
}

/** Whether a row creates a lead rather than updating one. A Lead ID is never given to a new lead. */
function creates(leads: readonly ModelLead[], row: ModelRow, plan: ModelPlan): boolean {
  if (plan.mode !== 'createOrUpdate') return plan.mode === 'create';
  if (plan.matchField === 'id' && row.id !== '') return false;
  return !leads.some((lead) => matches(lead, row, plan));
}

type Result = ModelOutcome & { lead: ModelLead | null };

function create(leads: ModelLead[], row: ModelRow): Result {
  if (row.email === '' && row.phone === '') return { outcome: 'error', code: 'no_contact', lead: null };
  const made: ModelLead = {
    id: null,
    email: row.email || null,
    phone: row.phone || null,
    valid: row.phone.startsWith('+'),
    first: row.first || null,
    tags: tagsOf(row),
  };
  if (leads.some((lead) => clash(lead, made) !== null)) {
    return { outcome: 'duplicate', code: 'duplicate', lead: null, phone: phoneAsTyped(row) };
  }
  leads.push(made);
  return { outcome: 'imported', code: null, lead: made, phone: phoneAsTyped(row) };
}

function update(leads: ModelLead[], row: ModelRow, plan: ModelPlan): Result {
  const at = leads.findIndex((lead) => matches(lead, row, plan));
  const lead = leads[at];
  if (leads.filter((one) => matches(one, row, plan)).length > 1) {
    return { outcome: 'error', code: 'ambiguous_match', lead: null };
  }
  if (lead === undefined) return { outcome: 'skipped', code: 'no_match', lead: null };
  if (plan.matchField !== 'id') {
    const matchField = plan.matchField === 'email' ? 'phone' : 'email';
    const rival = leads.find(
      (other) => (other.valid || matchField === 'email') && matches(other, row, { ...plan, matchField }),
    );
    if (rival !== undefined && rival !== lead) {
      return { outcome: 'error', code: 'ambiguous_match', lead: null };
    }
  }
  const next = changed(lead, row, plan);
  const phone = phoneWarning(lead, next, row, plan);
  if (JSON.stringify(next) === JSON.stringify(lead)) {
    return { outcome: 'skipped', code: 'unchanged', lead: null, phone };
  }
  if (leads.some((other) => other !== lead && clash(other, next) !== null)) {
    return { outcome: 'error', code: 'identity_taken', lead: null, phone };
  }
  leads[at] = next;
  return { outcome: 'updated', code: null, lead: next, phone };
}

/** The warning about an invalid phone of a row that creates a lead. */
function phoneAsTyped({ phone }: ModelRow): PhoneWarning {
  return phone === '' || phone.startsWith('+') ? null : 'invalid_phone';
}

/** The warning about the phone of a row that updates a lead. */
function phoneWarning(lead: ModelLead, next: ModelLead, row: ModelRow, plan: ModelPlan): PhoneWarning {
  if (keepsPhone(lead, row, plan)) return 'phone_kept';
  return plan.matchField !== 'phone' && next.phone === row.phone ? phoneAsTyped(row) : null;
}

/** Whether an invalid phone would replace a valid one. */
function keepsPhone(lead: ModelLead, { phone }: ModelRow, { matchField, policy }: ModelPlan): boolean {
  const isGiven = phone !== '' && matchField !== 'phone' && policy === 'overwrite';
  return isGiven && lead.valid && !phone.startsWith('+');
}

function matches(lead: ModelLead, row: ModelRow, { matchField }: ModelPlan): boolean {
  if (matchField === 'id') return row.id !== '' && lead.id === row.id;
  if (matchField === 'email') return row.email !== '' && lead.email === row.email;
  return row.phone !== '' && lead.phone === row.phone;
}

function changed(lead: ModelLead, row: ModelRow, plan: ModelPlan): ModelLead {
  const { matchField, policy } = plan;
  const may = (current: string | null): boolean => policy === 'overwrite' || current === null;
  const next = { ...lead, tags: [...new Set([...lead.tags, ...tagsOf(row)])] };
  if (row.first !== '' && may(lead.first)) next.first = row.first;
  if (row.email !== '' && matchField !== 'email' && may(lead.email)) next.email = row.email;
  if (row.phone !== '' && matchField !== 'phone' && may(lead.phone) && !keepsPhone(lead, row, plan)) {
    next.phone = row.phone;
    next.valid = row.phone.startsWith('+');
  }
  return next;
}

function clash(lead: ModelLead, other: ModelLead): 'email' | 'phone' | null {
  if (lead.email !== null && lead.email === other.email) return 'email';
  return lead.valid && other.valid && lead.phone === other.phone ? 'phone' : null;
}

function tagsOf({ tags }: ModelRow): string[] {
  return tags === '' ? [] : tags.split(',');
}
