import { type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react';
import type { LeadDetail } from '#contract/leads.ts';
import { CopyIcon } from '../../../ui/copy-icon.tsx';
import { IconLink } from '../../../ui/icon-link.tsx';
import { type ContactKind, contactLinks } from './contact-links.ts';

const LINK: Record<ContactKind, { icon: LucideIcon; label: (value: string) => string }> = {
  call: { icon: Phone, label: (value) => `Call ${value}` },
  whatsapp: { icon: MessageCircle, label: (value) => `Message ${value} on WhatsApp` },
  email: { icon: Mail, label: (value) => `Email ${value}` },
};

/** Contacts the lead by email or phone, or copies the value. */
export function ContactActions({ lead, field }: { lead: LeadDetail; field: string }) {
  if (field !== 'email' && field !== 'phone') return null;
  const value = lead[field];
  if (value === null) return null;
  return (
    <span className="flex shrink-0">
      {contactLinks(field, value, lead.numberValid).map(({ kind, href }) => (
        <IconLink key={kind} icon={LINK[kind].icon} label={LINK[kind].label(value)} href={href} />
      ))}
      <CopyIcon text={value} label={`Copy ${value}`} />
    </span>
  );
}
