import { CONSENT_FIELDS, type ConsentFieldKey, consentFieldLabel } from '#contract/consent-fields.ts';
import type { ValueWarning } from '#contract/leads.ts';
import { HttpError } from '../../platform/errors.ts';
import { cellValue } from '../values/cell-readers.ts';
import type { GivenConsent } from '../values/consent-state.ts';
import { timeReader } from '../values/consent-time.ts';
import { readText } from '../values/normalise-text.ts';
import { FAULTS } from '../values/problems.ts';
import { readConsent } from '../values/read-consent.ts';

/** Consent as a person or a program enters it with a lead. */
export type ConsentTexts = { [K in ConsentFieldKey]?: string | null | undefined };

const readTime = timeReader();

/**
 * Returns the consent that is given with a lead; null without any.
 * @param warnings receives that nothing was recorded, as neither a channel, a time nor a certificate is given
 * @throws HttpError invalid_input naming the field
 */
export function consentFromInput(input: ConsentTexts, warnings: ValueWarning[]): GivenConsent | null {
  const texts: Partial<Record<ConsentFieldKey, string>> = {};
  for (const { key } of CONSENT_FIELDS) {
    const given = input[key];
    if (given) texts[key] = readText(cellValue(given));
  }
  if (Object.keys(texts).length === 0) return null;
  return readConsent(texts, readTime, (field, { code, message }) => {
    if (code === FAULTS.noConsent.code) {
      warnings.push({ field, code, message });
      return;
    }
    const [reason = message] = message.split(';');
    throw new HttpError('invalid_input', `${consentFieldLabel(field)}: ${reason}`, { field });
  });
}
