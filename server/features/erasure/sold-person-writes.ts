import { personKeys } from '../../lead/orders/person-key-reads.ts';
import { forgetPersonKeys } from '../../lead/persons/history-writes.ts';
import type { Person } from '../../lead/persons/person.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Makes sales forget a person, also those of leads that are gone. */
export async function forgetSoldPerson(tx: TenantTransaction, person: Person): Promise<void> {
  await forgetPersonKeys(tx, person.leadIds);
  const emails = [...person.emails, ...person.formerEmails];
  const phones = [...person.phones, ...person.formerPhones];
  const keys = await personKeys(tx, [
    ...emails.map((email) => ({ email, phone: null })),
    ...phones.map((phone) => ({ email: null, phone })),
  ]);
  await tx.query(
    `UPDATE lead_sales SET email_key = NULL, phone_key = NULL
     WHERE organization_id = $1 AND (email_key = ANY ($2::uuid[]) OR phone_key = ANY ($3::uuid[]))`,
    [tx.organizationId, keys.flatMap(({ email }) => email ?? []), keys.flatMap(({ phone }) => phone ?? [])],
  );
}
