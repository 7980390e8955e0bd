import type { TenantTransaction } from '../../platform/db/scope.ts';
import { leadsByIdentity } from '../identity-reads.ts';

/** Emails, and valid phones in E.164, that a lead is about to get. */
export interface IdentityClaim {
  id: string;
  gets: readonly string[];
}

/** Returns the leads with these emails and phones, by email and phone. */
export function holdersOfIdentities(
  tx: TenantTransaction,
  wanted: readonly IdentityClaim[],
): Promise<Map<string, string>> {
  const identities = [...new Set(wanted.flatMap(({ gets }) => gets))];
  const isEmail = (identity: string): boolean => identity.includes('@');
  return leadsByIdentity(tx, {
    emails: identities.filter(isEmail),
    phones: identities.filter((identity) => !isEmail(identity)),
  });
}

/**
 * Returns, for each lead that can't get its identities, the lead that keeps one or gets it before.
 * @param gives identities that leads of the same change give up
 */
export function rivalsFor(
  wanted: readonly IdentityClaim[],
  holders: ReadonlyMap<string, string>,
  gives: ReadonlyMap<string, readonly string[]> = new Map(),
): Map<string, string> {
  const rivals = new Map<string, string>();
  // A lead that gets nothing gives nothing up, which can leave others without.
  for (let found = -1; found !== rivals.size; ) {
    found = rivals.size;
    const given = new Map<string, string>();
    for (const { id, gets } of wanted) {
      if (rivals.has(id)) continue;
      const keeperOf = (identity: string): string | undefined => {
        const holder = holders.get(identity);
        if (holder === undefined || holder === id) return given.get(identity);
        const isFreed = !rivals.has(holder) && gives.get(holder)?.includes(identity) === true;
        return isFreed ? given.get(identity) : holder;
      };
      const rival = gets.map(keeperOf).find((keeper) => keeper !== undefined);
      if (rival !== undefined) rivals.set(id, rival);
      else for (const identity of gets) given.set(identity, id);
    }
  }
  return rivals;
}

/** Returns the ids of the leads that can get their identities; of two that want the same, the first. */
export async function leadsWithFreeIdentities(
  tx: TenantTransaction,
  wanted: readonly IdentityClaim[],
): Promise<string[]> {
  const rivals = rivalsFor(wanted, await holdersOfIdentities(tx, wanted));
  return wanted.flatMap(({ id }) => (rivals.has(id) ? [] : [id]));
}
