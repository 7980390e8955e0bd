import { CONSENT_CHANNELS, type ConsentChannel, type Consented } from '#contract/consent-fields.ts';
import type { ConsentState, LeadConsent } from '#contract/lead-consent.ts';

/** Proof of a change of consent; null for what isn't known. */
export interface ConsentEvidence {
  /** ISO 8601 in UTC. */
  at: string | null;
  text: string | null;
  url: string | null;
  ip: string | null;
  certificate: string | null;
}

/** Consent that a row or a program gives. */
export interface GivenConsent extends ConsentEvidence {
  channels: Consented[];
}

/** States by channel as leads store them; channels without one are missing. */
export type StoredConsent = Partial<Record<ConsentChannel, ConsentState>>;

/** Returns the states after changes, the oldest first: `any` counts for every channel until a later change of its own. */
export function consentAfter(
  changes: Iterable<{ channel: Consented; state: ConsentState }>,
): StoredConsent | null {
  const states: StoredConsent = {};
  for (const { channel, state } of changes) {
    for (const one of channel === 'any' ? CONSENT_CHANNELS : [channel]) states[one] = state;
  }
  return Object.keys(states).length === 0 ? null : states;
}

/** Returns the states of a new lead that gives consent. */
export function consentOfNew(given: GivenConsent | undefined): StoredConsent | null {
  return given === undefined
    ? null
    : consentAfter(given.channels.map((channel) => ({ channel, state: 'given' as const })));
}

/** Returns the state on every channel. */
export function shownConsent(stored: StoredConsent | null): LeadConsent {
  const entries = CONSENT_CHANNELS.map((channel) => [channel, stored?.[channel] ?? null]);
  return Object.fromEntries(entries) as LeadConsent;
}
