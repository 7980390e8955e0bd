import type { ValueWarning } from '#contract/leads.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { type ConsentTexts, consentFromInput } from '../../lead/consents/consent-input.ts';
import { addConsents, changesOfGiven } from '../../lead/consents/consent-writes.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { type LeadInput, leadFromInput } from '../../lead/edits/edit-lead.ts';
import { insertLead } from '../../lead/edits/edit-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { offerLeads } from '../../lead/orders/offer-writes.ts';
import { countedRow } from '../../lead/rows/lead-row.ts';
import { withHeldStatus } from '../../lead/statuses/given-status.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';

/**
 * Creates a single lead; returns its id and the warnings about its values.
 * @throws HttpError invalid_input naming the field, or conflict with existingLeadId
 */
export function createSingleLead(
  scope: OrganizationScope,
  input: LeadInput & ConsentTexts,
  editor: Editor,
): Promise<{ id: string; warnings: ValueWarning[] }> {
  return withIdentities(scope, async (tx) => {
    const warnings: ValueWarning[] = [];
    const consent = consentFromInput(input, warnings);
    const given = withHeldStatus(input, await loadLeadStatuses(tx));
    const lead = leadFromInput(newId(), given, await loadCustomFields(tx), warnings);
    await insertLead(tx, lead, editor.actor);
    if (consent !== null) {
      await addConsents(tx, changesOfGiven(lead.id, consent), { ...editor, source: 'Form' });
    }
    await offerLeads(tx, [lead.id]);
    await recordChange(
      tx,
      {
        counted: [{ made: countedRow(lead) }],
        events: [],
        audit: { action: 'create_lead', resource: lead.id },
      },
      editor,
    );
    return { id: lead.id, warnings };
  });
}
