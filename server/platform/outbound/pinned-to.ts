import { isIP, type LookupFunction } from 'node:net';
import type { VettedAddress } from './vet-host.ts';

/** Returns a lookup that answers with vetted addresses, so that no name is looked up again. */
export function pinnedTo(vetted: readonly VettedAddress[]): LookupFunction {
  const addresses = vetted.map(({ address }) => ({ address, family: isIP(address) }));
  return (_name, options, answer) => {
    if (options.all) answer(null, addresses);
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
