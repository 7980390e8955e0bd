import { writeAudit } from '../audit/writes.ts';
import { listCustomFields } from '../custom-fields/reads.ts';
import { newId } from '../ids.ts';
import { tellChanges } from '../jobs/notices.ts';
import { LeadCounts } from '../leads/stat-writes.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { type LeadInput, newLead } from './edit-lead.ts';
import type { Editor } from './editor.ts';
import { withIdentities } from './identity.ts';
import { countedRow } from './lead-row.ts';
import { insertLead } from './writes.ts';

/**
 * Creates a lead by hand and returns its id.
 * @throws Refusal invalid_input naming the field, or conflict with existingLeadId
 */
export function createLead(scope: OrganizationScope, input: LeadInput, editor: Editor): Promise<string> {
  return withIdentities(scope, async (tx) => {
    const lead = newLead(newId(), input, await listCustomFields(tx));
    await insertLead(tx, lead, editor.actor);
    await writeAudit(tx, { action: 'create_lead', ...editor, resource: lead.id });
    const counts = new LeadCounts();
    counts.add(countedRow(lead));
    await counts.write(tx);
    await tellChanges(tx, { type: 'leads' });
    return lead.id;
  });
}
