import type { addCustomer, Customer, updateCustomer } from '#contract/customers.ts';
import type { ParsedBy } from '#contract/endpoint.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { firstSpelling, insertCustomer, knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { lockLeads } from '../../lead/store/store.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { isForeignKeyViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { findCustomer } from './reads.ts';
import {
  isSelling,
  lockSettings,
  mergeSettings,
  moveLists,
  moveOrders,
  moveSales,
  redirectNumber,
  type SettingsWrite,
  writeSettings,
} from './writes.ts';

type Change = ParsedBy<typeof updateCustomer>['body'];

/**
 * @throws HttpError not_found, invalid_input for a price without a currency
 */
export function changeCustomer(
  scope: OrganizationScope,
  given: string,
  change: Change,
  editor: Editor,
): Promise<Customer> {
  return scope.transaction(async (tx) => {
    const { number } = await requireCustomer(tx, given);
    const settings = merged(await lockSettings(tx, number), change);
    const { price, currency, returnDays } = settings;
    if ((price === null) !== (currency === null)) {
      const missing = price === null ? 'price' : 'currency';
      const message = price === null ? 'Enter a price for the currency' : 'Choose a currency for the price';
      throw new HttpError('invalid_input', `${missing}: ${message}`, { field: missing });
    }
    await keep(tx, number, settings).catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw new HttpError('invalid_input', 'columnSetId: Column set not found', { field: 'columnSetId' });
    });
    await writeAudit(tx, {
      action: 'update_customer',
      ...editor,
      resource: number,
      details: { ...contactOf(settings), price, currency, returnDays },
    });
    await announceLeads(tx, { aspects: ['sales'], ids: null });
    return requireCustomer(tx, number);
  });
}

/** @throws HttpError not_found */
export async function requireCustomer(tx: TenantTransaction, number: string): Promise<Customer> {
  const found = await findCustomer(tx, await knownSpelling(tx, number));
  if (found === null) throw new HttpError('not_found', 'Customer not found');
  return found;
}

type Added = ParsedBy<typeof addCustomer>['body'];

/** @throws HttpError conflict if the number is a customer's */
export function createCustomer(
  scope: OrganizationScope,
  { number: given, ...about }: Added,
  editor: Editor,
): Promise<Customer> {
  return scope.transaction(async (tx) => {
    const number = await firstSpelling(tx, given);
    if ((await findCustomer(tx, number)) !== null || !(await insertCustomer(tx, number))) {
      throw new HttpError('conflict', `Customer ${number} already exists`, { field: 'number' });
    }
    const settings = merged(await lockSettings(tx, number), about);
    await keep(tx, number, settings);
    await writeAudit(tx, {
      action: 'create_customer',
      ...editor,
      resource: number,
      details: contactOf(settings),
    });
    await announceLeads(tx, { aspects: ['sales'], ids: null });
    return requireCustomer(tx, number);
  });
}

/**
 * Gives the sales and missing settings of a customer to another and removes it.
 * @throws HttpError not_found, invalid_input for the same customer, conflict while a bulk sale to it runs
 */
export function mergeInto(
  scope: OrganizationScope,
  given: string,
  target: string,
  editor: Editor,
): Promise<Customer> {
  return scope.transaction(async (tx) => {
    await lockLeads(tx);
    const from = await requireCustomer(tx, given);
    const into = await findCustomer(tx, await knownSpelling(tx, target));
    if (into === null) throw new HttpError('not_found', 'Customer not found', { field: 'into' });
    const { number, sold, returned, revenue } = from;
    if (into.number === number) {
      throw new HttpError('invalid_input', 'into: Choose another customer', { field: 'into' });
    }
    await firstSpelling(tx, number);
    await redirectNumber(tx, number, into.number);
    if (await isSelling(tx, number)) {
      throw new HttpError('conflict', `Leads are being sold to ${number}. Try again when that has ended.`);
    }
    await moveSales(tx, number, into.number);
    await moveLists(tx, number, into.number);
    await moveOrders(tx, number, into.number);
    await insertCustomer(tx, into.number);
    await mergeSettings(tx, number, into.number);
    await writeAudit(tx, {
      action: 'merge_customers',
      ...editor,
      resource: number,
      details: {
        ...{ into: into.number, sold, returned },
        revenue: revenue.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
      },
    });
    await announceLeads(tx);
    return requireCustomer(tx, into.number);
  });
}

async function keep(tx: TenantTransaction, number: string, settings: SettingsWrite): Promise<void> {
  const { name } = settings;
  await writeSettings(tx, number, { ...settings, foldedName: name === null ? null : foldText(name) });
}

function contactOf({ name, contact, email, phone }: SettingsWrite) {
  return { name, contact, email, phone };
}

function merged(held: SettingsWrite, change: Change): SettingsWrite {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...held, ...(Object.fromEntries(given) as Partial<SettingsWrite>) };
}
