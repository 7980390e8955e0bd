import type { z } from 'zod';
import type { CallOutcome, logCall } from '#contract/lead-owners.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { insertNote } from '../../lead/edits/note-writes.ts';
import { findLeadDetail } from '../../lead/edits/reads.ts';
import { type FollowUp, lockListedLead, withFollowUp, writeEdit } from '../../lead/edits/update-lead.ts';
import { isDefaultStatus, type LeadStatuses } from '../../lead/statuses/lead-statuses.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Editor } from '../../platform/http/actor.ts';

type LoggedCall = z.output<typeof logCall.input.body>;

const DAY_MS = 86_400_000;

/** The note's words, and names of statuses that say the same. */
const OUTCOMES: Record<CallOutcome, { words: string; statuses: readonly string[] }> = {
  reached: { words: 'Reached', statuses: ['reached'] },
  noAnswer: { words: 'No answer', statuses: ['noanswer', 'notreached', 'unreachable'] },
  wrongNumber: { words: 'Wrong number', statuses: ['wrongnumber', 'invalidnumber'] },
  callBack: { words: 'Call back', statuses: ['callback'] },
};
/** A new lead that was spoken to gets this status where no other fits. */
const SPOKEN_TO = 'contacted';

/**
 * Logs a call as a note, with the status that fits and the next step.
 * @throws HttpError not_found, or conflict for a lead in the trash
 */
export async function logLeadCall(
  tx: TenantTransaction,
  id: string,
  { outcome, note, nextStep }: LoggedCall,
  editor: Editor,
): Promise<LeadDetail> {
  const lead = await lockListedLead(tx, id);
  const status = fittingStatus(outcome, lead.status, await loadLeadStatuses(tx));
  const next = nextStep === undefined ? defaultStep(outcome) : nextStep;
  await writeEdit(tx, lead, await withFollowUp(tx, { ...lead, status }, { nextStep: next }), {
    ...editor,
    source: 'manual',
  });
  const { words } = OUTCOMES[outcome];
  await insertNote(tx, id, note ? `${words}: ${note}` : words, editor.actor);
  await announceLeads(tx, { aspects: [], ids: [id] });
  return findLeadDetail(tx, id);
}

function defaultStep(outcome: CallOutcome): FollowUp['nextStep'] {
  if (outcome !== 'noAnswer') return null;
  return { dueOn: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10), note: 'Call again' };
}

function fittingStatus(outcome: CallOutcome, held: string, { offered }: LeadStatuses): string {
  const named = (names: readonly string[]) =>
    offered.find(({ name }) => names.includes(foldText(name).replaceAll(/[^\p{L}]/gu, '')))?.key;
  const fitting = named(OUTCOMES[outcome].statuses);
  if (fitting !== undefined) return fitting;
  const wasSpokenTo = outcome === 'reached' || outcome === 'callBack';
  return (wasSpokenTo && isDefaultStatus({ key: held }) && named([SPOKEN_TO])) || held;
}
