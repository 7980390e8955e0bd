import { z } from 'zod';
import { administratorNames } from '../../../platform/accounts/administrator-reads.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

const email = z.email();

/** Returns administrators with an email as username, who are emailed when an order pauses or is full. */
export async function toldAdministrators(tx: TenantTransaction): Promise<string[]> {
  const names = await administratorNames(tx);
  return names.filter((name) => email.safeParse(name).success);
}
