/** Programs and sites with which a lead can be contacted. */
export type ContactKind = 'call' | 'whatsapp' | 'email';

export interface ContactLink {
  kind: ContactKind;
  href: string;
}

/**
 * Returns the ways to use a contact value. Any phone with digits can be dialed as it is; WhatsApp needs a
 * valid one, which is stored with its country code.
 */
export function contactLinks(field: 'email' | 'phone', value: string, isValidPhone: boolean): ContactLink[] {
  if (field === 'email') {
    return [{ kind: 'email', href: `mailto:${encodeURIComponent(value).replace('%40', '@')}` }];
  }
  const digits = value.replaceAll(/\D/g, '');
  if (digits === '') return [];
  const plus = value.trim().startsWith('+') ? '+' : '';
  const call: ContactLink = { kind: 'call', href: `tel:${plus}${digits}` };
  return isValidPhone ? [call, { kind: 'whatsapp', href: `https://wa.me/${digits}` }] : [call];
}
