import { CONSENT_FIELDS, type ConsentFieldKey } from '#contract/consent-fields.ts';
import { squash } from './header-words.ts';

/** Further names of columns, squashed. An opt-in of a newsletter (`OPTIN_TIME`) is no consent on every channel. */
const NAMES: Readonly<Record<ConsentFieldKey, string>> = {
  consentAt:
    'consentdate consenttime consenttimestamp consentdatetime consentgivenat dateofconsent tcpadate tcpatimestamp einwilligungam',
  consentChannel: 'consentchannels',
  consentText: 'consentlanguage consentwording tcpatext tcpalanguage tcpaconsenttext tcpadisclosure',
  consentUrl: 'consentpage consentpageurl tcpaurl',
  consentIp: 'consentipaddress',
  consentCertificate:
    'trustedform trustedformurl trustedformcert trustedformcerturl trustedformcertificate trustedformcertificateurl xxtrustedformcerturl ' +
    'jornaya jornayaid jornayatoken jornayaleadid jornayaleadidtoken leadidtoken universalleadid',
};

const FIELD_OF = new Map<string, ConsentFieldKey>(
  CONSENT_FIELDS.flatMap(({ key, label }) =>
    [squash(key), squash(label), ...NAMES[key].split(' ')].map((name) => [name, key] as const),
  ),
);

/** Returns the consent field that a column is named after; null for other names. */
export function consentFieldNamed(column: string): ConsentFieldKey | null {
  return FIELD_OF.get(squash(column)) ?? null;
}
