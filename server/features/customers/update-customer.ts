import type { Customer, updateCustomer } from '#contract/customers.ts';
import type { ParsedBy } from '#contract/endpoint.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { findCustomer } from './reads.ts';
import { lockSettings, writeSettings } from './writes.ts';

type Change = ParsedBy<typeof updateCustomer>['body'];

/**
 * @throws HttpError not_found if nothing was ever sold to the number, invalid_input for a price without a
 * currency
 */
export function changeCustomer(
  scope: OrganizationScope,
  given: string,
  change: Change,
  editor: Editor,
): Promise<Customer> {
  return scope.transaction(async (tx) => {
    const { number } = await requireCustomer(tx, given);
    const { name, price, currency, returnDays } = merged(await lockSettings(tx, number), change);
    if ((price === null) !== (currency === null)) {
      const missing = price === null ? 'price' : 'currency';
      const message = price === null ? 'Enter a price for the currency' : 'Choose a currency for the price';
      throw new HttpError('invalid_input', `${missing}: ${message}`, { field: missing });
    }
    const foldedName = name === null ? null : foldText(name);
    await writeSettings(tx, number, { name, foldedName, price, currency, returnDays });
    await writeAudit(tx, {
      action: 'update_customer',
      ...editor,
      resource: number,
      details: { name, price, currency, returnDays },
    });
    await announceLeads(tx, { aspects: ['sales'], ids: null });
    return requireCustomer(tx, number);
  });
}

/** @throws HttpError not_found */
export async function requireCustomer(tx: TenantTransaction, number: string): Promise<Customer> {
  const found = await findCustomer(tx, await knownSpelling(tx, number));
  if (found === null) throw new HttpError('not_found', 'No leads were ever sold to this customer');
  return found;
}

type Settings = Pick<Customer, 'name' | 'price' | 'currency' | 'returnDays'>;

function merged(held: Settings, change: Change): Settings {
  const {
    name = held.name,
    price = held.price,
    currency = held.currency,
    returnDays = held.returnDays,
  } = change;
  return { name: name === '' ? null : name, price, currency, returnDays };
}
