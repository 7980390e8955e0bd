import type { ValueWarning } from '#contract/leads.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { type LeadInput, leadFromInput } from '../../lead/edits/edit-lead.ts';
import { insertLead } from '../../lead/edits/edit-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { countedRow } from '../../lead/rows/lead-row.ts';
import { LeadCounts } from '../../lead/stats/stat-writes.ts';
import { withHeldStatus } from '../../lead/statuses/given-status.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';

/**
 * Creates a single lead; returns its id and the warnings about its values.
 * @throws HttpError invalid_input naming the field, or conflict with existingLeadId
 */
export function createSingleLead(
  scope: OrganizationScope,
  input: LeadInput,
  editor: Editor,
): Promise<{ id: string; warnings: ValueWarning[] }> {
  return withIdentities(scope, async (tx) => {
    const warnings: ValueWarning[] = [];
    const given = withHeldStatus(input, await loadLeadStatuses(tx));
    const lead = leadFromInput(newId(), given, await loadCustomFields(tx), warnings);
    await insertLead(tx, lead, editor.actor);
    await writeAudit(tx, { action: 'create_lead', ...editor, resource: lead.id });
    const counts = new LeadCounts();
    counts.addNew(countedRow(lead));
    await counts.write(tx);
    await notifyChanges(tx, { type: 'leads' });
    return { id: lead.id, warnings };
  });
}
