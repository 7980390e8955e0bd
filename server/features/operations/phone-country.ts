import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewPhoneCountry } from '#contract/phones.ts';
import { NUMBERS_PER_TURN } from '../../lead/operations/fix-phones.ts';
import { invalidPhonesByCountry } from '../../lead/operations/target-lead-reads.ts';
import { holdersOfPhones } from '../../lead/phones/lead-number-reads.ts';
import { readPhone } from '../../lead/phones/read-phone.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';

/** Counts the invalid phones of leads without a country that an edit of their country would make valid. */
export async function previewCountry(
  scope: OrganizationScope,
  iso: string,
): Promise<ReplyOf<typeof previewPhoneCountry>> {
  const groups = await scope.transaction(invalidPhonesByCountry);
  const phones = groups.find(({ country }) => country === null)?.phones ?? [];
  const found: string[] = [];
  for (const [index, phone] of phones.entries()) {
    if (index % NUMBERS_PER_TURN === NUMBERS_PER_TURN - 1) await nextTurn();
    const reading = readPhone(phone, iso);
    if (reading.valid && reading.phone !== null) found.push(reading.phone);
  }
  const numbers = [...new Set(found)];
  const holders = await scope.transaction((tx) => holdersOfPhones(tx, numbers));
  const valid = numbers.length - holders.size;
  return { total: phones.length, valid, conflicts: found.length - valid };
}
