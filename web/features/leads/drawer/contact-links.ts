export type ContactKind = 'call' | 'whatsapp' | 'email';

export interface ContactLink {
  kind: ContactKind;
  href: string;
}

/**
 * Returns the links for a contact value: any digits can be dialed, WhatsApp needs a valid phone
 * with country code.
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
