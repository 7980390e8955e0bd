import { id } from '#contract/shapes.ts';
import { canonicalCountry } from '../../../lead/countries/canonical-country.ts';
import { personKeys } from '../../../lead/orders/person-key-reads.ts';
import { type BoughtSale, salesByIds, salesByKeys } from '../../../lead/outcomes/outcome-reads.ts';
import { findLeadsByNumbers } from '../../../lead/phones/find-leads.ts';
import { readPhone } from '../../../lead/phones/read-phone.ts';
import { readEmail } from '../../../lead/values/normalise-email.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { OutcomeLine } from './read-outcomes.ts';

/**
 * Returns the sale that each row means, among what the customer bought: by delivery, lead, email or phone, in this order. Emails and
 * phones are as they were at the time of the sale; a lead's present phone is found, too.
 */
export async function matchLines(
  tx: TenantTransaction,
  customerNumber: string,
  lines: readonly OutcomeLine[],
): Promise<(BoughtSale | null)[]> {
  const ids = (column: 'deliveryId' | 'leadId') =>
    lines.map((line) => line[column].toLowerCase()).filter((text) => id.safeParse(text).success);
  const byId = await salesByIds(tx, customerNumber, {
    deliveryIds: ids('deliveryId'),
    leadIds: ids('leadId'),
  });
  const keys = await personKeys(
    tx,
    lines.map(({ email, phone, country }) => ({
      email: readEmail(email),
      phone: validPhone(phone, country),
    })),
  );
  const byKey = await salesByKeys(tx, customerNumber, keys);
  const found = lines.map(
    (line, at) =>
      byId.deliveries.get(line.deliveryId.toLowerCase()) ??
      byId.leads.get(line.leadId.toLowerCase()) ??
      byKey.get(keys[at]?.email ?? '') ??
      byKey.get(keys[at]?.phone ?? '') ??
      null,
  );
  return withHeldPhones(tx, customerNumber, { lines, found });
}

async function withHeldPhones(
  tx: TenantTransaction,
  customerNumber: string,
  { lines, found }: { lines: readonly OutcomeLine[]; found: (BoughtSale | null)[] },
): Promise<(BoughtSale | null)[]> {
  const open = lines.filter(({ phone }, at) => found[at] === null && phone !== '');
  if (open.length === 0) return found;
  const numbers = open.map(({ phone, country }) => ({ text: phone, country: country || null }));
  const matches = await findLeadsByNumbers(tx, numbers);
  const leadIds = matches.flatMap(({ leadId }) => leadId ?? []);
  const { leads } = await salesByIds(tx, customerNumber, { deliveryIds: [], leadIds });
  const held = new Map(open.map((line, at) => [line, leads.get(matches[at]?.leadId ?? '') ?? null]));
  return lines.map((line, at) => found[at] ?? held.get(line) ?? null);
}

function validPhone(text: string, country: string): string | null {
  const reading = readPhone(text, canonicalCountry(country).iso);
  return reading.valid ? reading.phone : null;
}
