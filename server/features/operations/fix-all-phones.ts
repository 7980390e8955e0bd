import type { ReplyOf } from '#contract/endpoint.ts';
import type { fixPhones, PhoneChange } from '#contract/phones.ts';
import { allFixes, type SettledFix } from '../../lead/operations/fix-phones.ts';
import { beginBulk, waitForBulk } from '../../lead/operations/start.ts';
import { namesOfLeads } from '../../lead/operations/target-lead-reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { countText, groupedNumber } from '../../platform/message-text.ts';

const PREVIEW_ROWS = 100;
const SELECTION = { filter: { phoneValid: 'invalid' } } as const;

/**
 * Fixes the organization's invalid phones in an operation and waits for its end. Starts nothing if no number can be fixed.
 * @throws HttpError internal when the operation fails
 */
export async function fixAllPhones(
  scope: OrganizationScope,
  editor: Editor,
): Promise<ReplyOf<typeof fixPhones>> {
  if (!(await anyFixable(scope))) {
    return { message: 'There are no phone numbers to fix', fixed: 0, conflicts: 0, operationId: null };
  }
  const { id } = await scope.transaction((tx) => beginBulk(tx, SELECTION, { type: 'fixPhones' }, editor));
  const { changed, refused } = await waitForBulk(scope, id, "Couldn't fix the phone numbers");
  return { message: fixMessage(changed, refused), fixed: changed, conflicts: refused, operationId: id };
}

async function anyFixable(scope: OrganizationScope): Promise<boolean> {
  for await (const fixes of allFixes(scope, false)) if (fixes.length > 0) return true;
  return false;
}

function fixMessage(fixed: number, conflicts: number): string {
  const done = `Fixed ${countText(fixed, 'phone number')}`;
  return conflicts === 0
    ? done
    : `${done}; ${groupedNumber(conflicts)} already ${conflicts === 1 ? 'belongs' : 'belong'} to another lead`;
}

/** Returns a dry run of the fix: how many numbers it changes, how many conflict with other leads, and the first 100 of both. */
export async function previewFixes(
  scope: OrganizationScope,
): Promise<{ fixable: number; conflicts: number; rows: PhoneChange[] }> {
  const shown: SettledFix[] = [];
  let [fixable, conflicts] = [0, 0];
  for await (const fixes of allFixes(scope, true)) {
    const made = fixes.filter(({ holder }) => holder === null).length;
    fixable += made;
    conflicts += fixes.length - made;
    shown.push(...fixes.slice(0, PREVIEW_ROWS - shown.length));
  }
  const ids = shown.map(({ lead }) => lead.id);
  const names = await scope.transaction((tx) => namesOfLeads(tx, ids));
  const rows = shown.map(({ lead: { id, phone, country }, number, holder }): PhoneChange => {
    const { name, email } = names.get(id) ?? { name: '', email: null };
    return {
      ...{ leadId: id, name: name || (email ?? ''), country, before: phone, after: number },
      outcome: holder === null ? 'change' : 'conflict',
    };
  });
  return { fixable, conflicts, rows };
}
