import { type ConsentFieldKey, isConsentField } from '#contract/consent-fields.ts';
import type { PreviewOutcome } from '#contract/import-preview.ts';
import type { ImportPlan, RowProblem } from '#contract/imports.ts';
import { customTarget, NOTE_TARGET } from '#contract/lead-fields.ts';
import type { SimilarHint } from '#contract/similar-lead.ts';
import { EDITED_COLUMNS, STORED, type StoredColumn } from '../../../lead/fields.ts';
import { type ChangedLead, type StoredLead, sameValue } from '../../../lead/rows/stored-lead.ts';
import { similarHints } from '../../../lead/similar/similar-hints.ts';
import type { LeadStatuses } from '../../../lead/statuses/lead-statuses.ts';
import { loadLeadStatuses } from '../../../lead/statuses/reads.ts';
import { ListAnswers } from '../../../lead/suppression/list-answers.ts';
import type { GivenConsent } from '../../../lead/values/consent-state.ts';
import type { LeadDraft, MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { isDropped } from '../rows/row-edit.ts';
import { LeadsInMemory } from '../write/leads-in-memory.ts';
import { leadsNamed, searchPhones, wantedBy } from '../write/match-lead.ts';
import { findLeads } from '../write/matching-reads.ts';
import type { RowReport } from '../write/record-batch.ts';
import { lookUpPhones, settleUpdate, type UpdatesToSettle, withoutListed } from '../write/settle-updates.ts';
import { matchRules, type SettledUpdate, validateNew } from '../write/validate-update.ts';

const KEYS = new Map<StoredColumn, string>(STORED.map(([column, , key]) => [column, key]));

/** Returns the values of a draft as texts, by lead field. */
function draftTexts(draft: LeadDraft): Record<string, string> {
  const { customData = {}, note, givenConsent } = draft;
  const texts: Record<string, string> = {};
  for (const [, , key] of STORED) {
    if (key === 'numberValid' || key === 'customData') continue;
    const value = draft[key];
    if (value !== undefined) texts[key] = textOf(value);
  }
  return {
    ...texts,
    ...customTexts(customData),
    ...(note !== undefined && { [NOTE_TARGET]: note }),
    ...(givenConsent && consentTexts(givenConsent)),
  };
}

/** Returns what a row says about consent, by consent field. */
function consentTexts({ at, channels, ...evidence }: GivenConsent): Partial<Record<ConsentFieldKey, string>> {
  const { text, url, ip, certificate } = evidence;
  return {
    ...(at !== null && { consentAt: at }),
    consentChannel: channels.join(', '),
    ...(text !== null && { consentText: text }),
    ...(url !== null && { consentUrl: url }),
    ...(ip !== null && { consentIp: ip }),
    ...(certificate !== null && { consentCertificate: certificate }),
  };
}

/** Returns a lead's values of some lead fields as texts. */
function leadTexts(lead: StoredLead, fields: Iterable<string>): Record<string, string> {
  const all = { ...columnTexts(lead), ...customTexts(lead.custom_data) };
  return Object.fromEntries([...fields].map((field) => [field, all[field] ?? '']));
}

/** Returns the fields that an update changes, with their values before it as texts. */
function textsBefore({ before, after }: ChangedLead): Record<string, string> {
  const columns = EDITED_COLUMNS.filter((column) => !sameValue(before[column], after[column]));
  const fields = columns.flatMap((column) => {
    if (column === 'number_valid') return [];
    if (column !== 'custom_data') return [KEYS.get(column) ?? column];
    return Object.entries(after.custom_data)
      .filter(([name, value]) => before.custom_data[name] !== value)
      .map(([name]) => customTarget(name));
  });
  return leadTexts(before, fields);
}

function columnTexts(lead: StoredLead): Record<string, string> {
  const columns = STORED.filter(([column]) => column !== 'custom_data' && column !== 'number_valid');
  return Object.fromEntries(columns.map(([column, , key]) => [key, textOf(lead[column])]));
}

function customTexts(data: StoredLead['custom_data']): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [customTarget(name), String(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
}

/** A row with its values and what the import would do with it. */
export interface PreviewedRow {
  number: number;
  values: Record<string, string>;
  before: Record<string, string>;
  outcome: PreviewOutcome;
  problems: RowProblem[];
  similar: SimilarHint | null;
}

/** Stands for the import that isn't there yet. */
const PREVIEW = 'preview';

/** Settles a row against the leads as the rows above it would leave them. */
type SettleRow = (row: MappedRow) => Promise<SettledUpdate>;

/**
 * Returns the outcomes of the first rows of a file, by the import's own rules and the leads of this moment. Stores
 * nothing: PostgreSQL refuses writes in the transaction from here on.
 */
export async function previewedRows(
  tx: TenantTransaction,
  plan: ImportPlan,
  rows: readonly MappedRow[],
): Promise<PreviewedRow[]> {
  await tx.query('SET TRANSACTION READ ONLY');
  const { leads, settle, named } = await settlerOf(tx, plan, rows);
  const statuses = await loadLeadStatuses(tx);
  const settled: Omit<PreviewedRow, 'similar'>[] = [];
  for (const row of rows) settled.push(await previewedRow(row, leads, settle, named));
  const hints = await similarHints(
    tx,
    settled.map(({ outcome }, at) => (outcome.kind === 'new' ? draftOf(rows[at]) : null)),
  );
  const previewed: PreviewedRow[] = [];
  for (const [at, { values, before, ...others }] of settled.entries()) {
    previewed.push({
      ...others,
      similar: hints[at] ?? null,
      values: withStatusName(values, statuses),
      before: withStatusName(before, statuses),
    });
  }
  return previewed;
}

/** Returns what a row that creates a lead gives it. */
function draftOf(row: MappedRow | undefined): LeadDraft | null {
  return row === undefined ? null : (row.asNew?.() ?? row).draft;
}

/** Returns the texts with the status' name in place of what leads hold. */
function withStatusName(texts: Record<string, string>, statuses: LeadStatuses): Record<string, string> {
  const { status, ...others } = texts;
  return status === undefined ? texts : { ...others, status: statuses.nameOf(status) };
}

/** Returns the leads that the rows may affect, and the functions that settle a row and find the lead that it names. */
async function settlerOf(
  tx: TenantTransaction,
  plan: ImportPlan,
  rows: readonly MappedRow[],
): Promise<{ leads: LeadsInMemory; settle: SettleRow; named: (row: MappedRow) => StoredLead | undefined }> {
  const rules = matchRules(plan);
  const searches = rules === null ? new Map() : await searchPhones(tx, rules.matchField, rows);
  const wanted = wantedBy(rows, searches);
  const find = (sought: typeof wanted) => findLeads(tx, sought, { locked: false });
  const leads = new LeadsInMemory(await find(wanted), wanted.phones, PREVIEW);
  const lists = await ListAnswers.about(tx, wanted);
  if (rules === null) {
    const settle: SettleRow = (row) => withoutListed({ leads, lists }, row, validateNew(leads, row));
    return { leads, settle, named: () => undefined };
  }
  const look = (phones: string[]) => find({ ids: [], emails: [], phones });
  const batch: UpdatesToSettle = { rules, rows, searches, leads, look, lists };
  await lookUpPhones(batch);
  return {
    leads,
    settle: (row) => settleUpdate(batch, row),
    named: (row) => leadsNamed(leads, rules.matchField, row, searches)[0],
  };
}

async function previewedRow(
  row: MappedRow,
  leads: LeadsInMemory,
  settle: SettleRow,
  named: (row: MappedRow) => StoredLead | undefined,
): Promise<Omit<PreviewedRow, 'similar'>> {
  const { number } = row;
  if (isDropped(row)) return droppedRow(number);
  const lead = named(row);
  // A row that creates a lead is read by other rules than one that updates one.
  const { draft } = lead === undefined && row.asNew !== undefined ? row.asNew() : row;
  const values = draftTexts(draft);
  const shown = { number, values, before: {} };
  if (!isSound(row)) return { ...shown, outcome: { kind: 'error' }, problems: row.problems };
  const settled = await settle(row);
  const problems = [...settled.problems];
  switch (settled.outcome) {
    case 'created':
      leads.create(settled.lead, number);
      return { ...shown, outcome: { kind: 'new' }, problems };
    case 'updated':
      return updatedRow(shown, settled.lead, leads, problems);
    case 'duplicate': {
      const { id, field } = settled.repeated;
      return { ...shown, outcome: { kind: 'duplicate', field, ...namedBy(leads, id) }, problems };
    }
    case 'error':
      return { ...shown, outcome: { kind: 'error' }, problems: [...problems, ...errorOf(settled.report)] };
    case 'skipped': {
      const by = lead === undefined ? { leadId: null, row: null } : namedBy(leads, lead.id);
      return {
        ...shown,
        outcome: { kind: 'skipped', ...by, message: settled.report?.message ?? '' },
        problems,
      };
    }
  }
}

function updatedRow(
  shown: Pick<PreviewedRow, 'number' | 'values'>,
  after: StoredLead,
  leads: LeadsInMemory,
  problems: RowProblem[],
): Omit<PreviewedRow, 'similar'> {
  const held = leads.byId(after.id) ?? after;
  const before = textsBefore({ before: held, after });
  const consent = Object.entries(shown.values).filter(([field]) => isConsentField(field));
  const values = {
    ...leadTexts(after, new Set([...Object.keys(shown.values), ...Object.keys(before)])),
    ...Object.fromEntries(consent),
  };
  const outcome = { kind: 'update' as const, ...namedBy(leads, after.id) };
  leads.put(after);
  return { ...shown, values, before, outcome, problems };
}

function droppedRow(number: number): Omit<PreviewedRow, 'similar'> {
  const message = "This row was dropped and won't be imported";
  const outcome = { kind: 'skipped' as const, leadId: null, row: null, message };
  return { number, values: {}, before: {}, outcome, problems: [] };
}

/** Names a lead by its id or, if a previewed row creates it, by that row. */
function namedBy(leads: LeadsInMemory, id: string): { leadId: string | null; row: number | null } {
  const row = leads.rowOf(id);
  return { leadId: row === null ? id : null, row };
}

function errorOf(report: RowReport | null): RowProblem[] {
  if (report === null) return [];
  const { code, field, column, value, message } = report;
  return [{ severity: 'error', code, field, column, value, message }];
}
