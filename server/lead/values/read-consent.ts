import { CONSENTED, type Consented, type ConsentFieldKey } from '#contract/consent-fields.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { trustedFormId } from '#contract/trusted-form-id.ts';
import type { GivenConsent } from './consent-state.ts';
import { foldText } from './fold-text.ts';
import { readIp } from './normalise-text.ts';
import { FAULTS, type Fault } from './problems.ts';

const DAY_MS = 86_400_000;
const URL_MAX = 2_000;
/** Names of channels that folded words may have. */
const WORDS: Readonly<Record<Consented, string>> = {
  any: 'any all every alle tous todos tutti',
  phone: 'phone call calls telephone tel voice mobile telefon telefono telefone',
  email: 'email mail emails correo courriel',
  sms: 'sms text texts textmessage mms',
  whatsapp: 'whatsapp wa',
  post: 'post postal letter directmail brief correopostal',
};
const CHANNEL_OF = new Map(
  CONSENTED.flatMap((channel) => WORDS[channel].split(' ').map((word) => [word, channel])),
);
const JORNAYA = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WITHOUT_SCHEME = /^[\p{L}\d][\p{L}\d-]*(?:\.[\p{L}\d-]+)+(?:[:/?#]|$)/iu;

/** Returns the channels that a text names, such as `phone, SMS`; null for an unknown word. */
function readChannels(text: string): Consented[] | null {
  const words = text.split(/[,;|/+&\n]|\s(?:and|und|et|y|e)\s/i).flatMap((word) => word.trim() || []);
  const channels = words.map((word) => CHANNEL_OF.get(foldText(word).replaceAll(/[^\p{L}]/gu, '')));
  if (channels.length === 0 || channels.includes(undefined)) return null;
  return CONSENTED.filter((channel) => channels.includes(channel));
}

/** Returns the certificate's URL or token if it has the form of one. */
export function readCertificate(text: string): string | null {
  return trustedFormId(text) !== null || JORNAYA.test(text) ? text : null;
}

/** Returns the address of a web page, with or without its scheme. */
export function readPageUrl(text: string): string | null {
  if (text.length > URL_MAX || /\s/.test(text)) return null;
  const url = WITHOUT_SCHEME.test(text) ? `https://${text}` : text;
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? text : null;
}

/** A clock may be ahead, and a day begin earlier elsewhere: up to a day ahead means now. */
export function pastTime(time: number, now = Date.now()): string | null {
  if (!Number.isFinite(time) || time > now + DAY_MS) return null;
  return new Date(Math.min(time, now)).toISOString();
}

type Read = (text: string) => { value: string } | { fault: Fault };

const orFault = (value: string | null, fault: Fault) => (value === null ? { fault } : { value });

/**
 * Returns the consent that texts give: one of channel, time or certificate has to be valid.
 * @param readTime reads when it was given, as ISO 8601
 * @param onFault gets what can't be read, which is left out
 */
export function readConsent(
  texts: Partial<Record<ConsentFieldKey, string>>,
  readTime: Read,
  onFault: (field: ConsentFieldKey, fault: Fault) => void,
): GivenConsent | null {
  const read = (field: ConsentFieldKey, reader: Read): string | null => {
    const text = texts[field] ?? '';
    if (text === '') return null;
    const reading = reader(text);
    if ('value' in reading) return reading.value;
    onFault(field, reading.fault);
    return null;
  };
  const at = read('consentAt', readTime);
  const channels = read('consentChannel', (text) =>
    orFault(readChannels(text)?.join() ?? null, FAULTS.invalidChannel),
  );
  const certificate = read('consentCertificate', (text) =>
    orFault(readCertificate(text), FAULTS.invalidCertificate),
  );
  const text = read('consentText', (given) =>
    given.length > NOTE_MAX ? { fault: FAULTS.tooLong } : { value: given },
  );
  const url = read('consentUrl', (given) => orFault(readPageUrl(given), FAULTS.invalidUrl));
  const ip = read('consentIp', (given) => orFault(readIp(given), FAULTS.invalidIp));
  if (at === null && channels === null && certificate === null) {
    const field = text !== null ? 'consentText' : url !== null ? 'consentUrl' : 'consentIp';
    if ((text ?? url ?? ip) !== null) onFault(field, FAULTS.noConsent);
    return null;
  }
  const named = (channels?.split(',') ?? ['any']) as Consented[];
  return { channels: named, at, text, url, ip, certificate };
}
