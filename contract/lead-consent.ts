import { z } from 'zod';
import {
  CONSENT_CHANNELS,
  CONSENT_FIELDS,
  type ConsentChannel,
  type ConsentFieldKey,
} from './consent-fields.ts';
import { LEAD_TEXT_MAX, NOTE_MAX } from './limits.ts';

export const consentState = z.enum(['given', 'withdrawn']);

export type ConsentState = z.infer<typeof consentState>;

const state = consentState.nullable();

/** Null where nothing is recorded. */
export const leadConsent = z.object(
  Object.fromEntries(CONSENT_CHANNELS.map((channel) => [channel, state])) as Record<
    ConsentChannel,
    typeof state
  >,
);

export type LeadConsent = z.infer<typeof leadConsent>;

/** Strings as they stand in a file; an empty one says nothing. */
export const consentInput = Object.fromEntries(
  CONSENT_FIELDS.map(({ key, description, example }) => [
    key,
    z
      .string()
      .max(key === 'consentText' ? NOTE_MAX : LEAD_TEXT_MAX)
      .nullable()
      .meta({ description, examples: [example] }),
  ]),
) as Record<ConsentFieldKey, z.ZodNullable<z.ZodString>>;
