/** A row of a file as the model knows it; '' is a blank cell. */
export interface ModelRow {
  id: string;
  email: string;
  phone: string;
  first: string;
  tags: string;
}

/** A lead as the model knows it. */
export interface ModelLead {
  id: string | null;
  email: string | null;
  phone: string | null;
  valid: boolean;
  first: string | null;
  tags: string[];
}

export interface ModelPlan {
  mode: 'create' | 'update';
  matchField: 'email' | 'phone' | 'id';
  policy: 'overwrite' | 'fillEmpty';
}

/** Outcome of a row: its counter, and the code in the report if it has one. */
export interface ModelOutcome {
  outcome: 'imported' | 'updated' | 'duplicate' | 'skipped' | 'error';
  code: string | null;
}

/**
 * Imports rows into `leads` (changed in place), one after the other and in the plainest way: e-mails are
 * right when they have an @, phones valid when they begin with +.
 */
export function modelImport(
  leads: ModelLead[],
  rows: readonly ModelRow[],
  plan: ModelPlan,
): { outcomes: ModelOutcome[]; invalidPhones: number } {
  let invalidPhones = 0;
  const outcomes = rows.map((row): ModelOutcome => {
    if (row.email !== '' && !row.email.includes('@')) return { outcome: 'error', code: 'invalid_email' };
    const result = plan.mode === 'create' ? create(leads, row) : update(leads, row, plan);
    if (result.lead !== null && result.lead.phone !== null && !result.lead.valid) invalidPhones += 1;
    return { outcome: result.outcome, code: result.code };
  });
  return { outcomes, invalidPhones };
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
    return { outcome: 'duplicate', code: 'duplicate', lead: null };
  }
  leads.push(made);
  return { outcome: 'imported', code: null, lead: made };
}

function update(leads: ModelLead[], row: ModelRow, plan: ModelPlan): Result {
  const at = leads.findIndex((lead) => matches(lead, row, plan));
  const lead = leads[at];
  if (lead === undefined) return { outcome: 'skipped', code: 'no_match', lead: null };
  if (plan.matchField !== 'id') {
    const matchField = plan.matchField === 'email' ? 'phone' : 'email';
    const rival = leads.find((other) => matches(other, row, { ...plan, matchField }));
    if (rival !== undefined && rival !== lead) {
      return { outcome: 'error', code: 'ambiguous_match', lead: null };
    }
  }
  const next = changed(lead, row, plan);
  if (JSON.stringify(next) === JSON.stringify(lead)) {
    return { outcome: 'skipped', code: 'unchanged', lead: null };
  }
  if (leads.some((other) => other !== lead && clash(other, next) !== null)) {
    return { outcome: 'error', code: 'identity_taken', lead: null };
  }
  leads[at] = next;
  return { outcome: 'updated', code: null, lead: next };
}

function matches(lead: ModelLead, row: ModelRow, { matchField }: ModelPlan): boolean {
  if (matchField === 'id') return row.id !== '' && lead.id === row.id;
  if (matchField === 'email') return row.email !== '' && lead.email === row.email;
  return row.phone.startsWith('+') && lead.valid && lead.phone === row.phone;
}

function changed(lead: ModelLead, row: ModelRow, { matchField, policy }: ModelPlan): ModelLead {
  const may = (current: string | null): boolean => policy === 'overwrite' || current === null;
  const next = { ...lead, tags: [...new Set([...lead.tags, ...tagsOf(row)])] };
  if (row.first !== '' && may(lead.first)) next.first = row.first;
  if (row.email !== '' && matchField !== 'email' && may(lead.email)) next.email = row.email;
  if (row.phone !== '' && matchField !== 'phone' && may(lead.phone)) {
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
