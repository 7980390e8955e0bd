import { SAMPLE_NAME } from '#contract/demo-data.ts';
import { ANY_LEADS, announceLeads } from '../../lead/change/announce-leads.ts';
import { leadFromInput } from '../../lead/edits/edit-lead.ts';
import { insertImportNotes, searchNotesOf } from '../../lead/edits/note-writes.ts';
import { withHeldStatus } from '../../lead/statuses/given-status.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import { lockLeads } from '../../lead/store/store.ts';
import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { idAt, newId } from '../../platform/ids.ts';
import { type SampleLead, sampleLeads } from './sample-leads.ts';
import {
  deleteSample,
  findSampleImport,
  insertSampleImport,
  insertSampleLeads,
  insertSampleSales,
  lockLeadsOf,
} from './writes.ts';

const DAY_MS = 86_400_000;
/** Author of command-line changes; no user has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

type By = Pick<AuditEntry, 'actor' | 'origin'>;

/**
 * Returns the number of leads.
 * @throws HttpError conflict if already present
 */
export async function addSampleData(tx: TenantTransaction, by: By, now = Date.now()): Promise<number> {
  await lockLeads(tx);
  if ((await findSampleImport(tx)) !== null) {
    throw new HttpError('conflict', 'The sample data has already been added');
  }
  const importId = newId();
  const actor = { ...by.actor, id: by.actor.id ?? NOBODY };
  const statuses = await loadLeadStatuses(tx);
  const samples = sampleLeads(statuses.offered.map(({ name }) => name)).map((sample) => {
    const at = now - sample.age * DAY_MS;
    const lead = leadFromInput(idAt(at), withHeldStatus(sample.input, statuses), []);
    return { ...sample, lead, createdAt: new Date(at) };
  });
  const made = await insertSampleLeads(tx, importId, samples);
  const added = samples.filter(({ lead }) => made.has(lead.id));
  await insertSampleImport(tx, {
    id: importId,
    rows: samples.length,
    leads: added.map(({ lead }) => lead.id),
    invalidPhones: added.filter(({ lead }) => lead.phone !== null && !lead.number_valid).length,
    actor,
  });
  const notes = notesOf(added);
  await insertImportNotes(tx, notes, { importId, actor: by.actor });
  await searchNotesOf(
    tx,
    notes.map(({ leadId }) => leadId),
  );
  await insertSampleSales(tx, salesOf(added, now), by.actor);
  await writeAudit(tx, {
    action: 'add_sample_data',
    ...by,
    resource: SAMPLE_NAME,
    details: { count: added.length },
  });
  await announceLeads(tx, ANY_LEADS, { type: 'imports', importId });
  return added.length;
}

/**
 * Permanently removes the sample leads, even if edited, with everything that belongs to them. Returns their
 * number.
 * @throws HttpError conflict without sample data
 */
export async function removeSampleData(tx: TenantTransaction, by: By): Promise<number> {
  await lockLeads(tx);
  const importId = await findSampleImport(tx);
  if (importId === null) throw new HttpError('conflict', 'There is no sample data');
  const leads = await lockLeadsOf(tx, importId);
  await deleteSample(tx, importId, leads);
  await writeAudit(tx, {
    action: 'remove_sample_data',
    ...by,
    resource: SAMPLE_NAME,
    details: { count: leads.length },
  });
  await announceLeads(tx, ANY_LEADS, { type: 'imports', importId });
  return leads.length;
}

type Added = readonly (SampleLead & { lead: { id: string } })[];

function notesOf(added: Added): { leadId: string; text: Buffer }[] {
  return added.flatMap(({ lead, note }) =>
    note === null ? [] : { leadId: lead.id, text: Buffer.from(note) },
  );
}

function salesOf(added: Added, now: number): { leadId: string; customer: number; soldAt: Date }[] {
  return added.flatMap(({ lead, sale }) =>
    sale === null
      ? []
      : { leadId: lead.id, customer: sale.customer, soldAt: new Date(now - sale.age * DAY_MS) },
  );
}
