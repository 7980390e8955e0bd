import { type LucideIcon, Mail, MessageCircle, Phone as PhoneIcon } from 'lucide-react';
import type { LeadDetail } from '#contract/leads.ts';
import { CopyIcon } from '../../../ui/copy-button.tsx';
import { IconLink } from '../../../ui/icon-button.tsx';
import { Phone } from '../lead-cells.tsx';
import { type ContactKind, contactLinks } from './contact-links.ts';

const LINK: Record<ContactKind, { icon: LucideIcon; label: (value: string) => string }> = {
  call: { icon: PhoneIcon, label: (value) => `Call ${value}` },
  whatsapp: { icon: MessageCircle, label: (value) => `Message ${value} on WhatsApp` },
  email: { icon: Mail, label: (value) => `Email ${value}` },
};

/** How to reach the lead, before all else. */
export function LeadHead({ lead }: { lead: LeadDetail }) {
  return (
    <section aria-label="Contact the lead" className="flex flex-col gap-1 print:hidden">
      {(['phone', 'email'] as const).map((field) => {
        const value = lead[field];
        if (value === null) return null;
        return (
          <div key={field} className="flex min-h-8 items-center gap-2">
            <div className="min-w-0 flex-1 text-14 font-medium wrap-anywhere">
              {field === 'phone' ? <Phone phone={value} numberValid={lead.numberValid} /> : value}
            </div>
            <div className="-mr-2 flex shrink-0">
              {contactLinks(field, value, lead.numberValid).map(({ kind, href }) => (
                <IconLink key={kind} icon={LINK[kind].icon} label={LINK[kind].label(value)} href={href} />
              ))}
              <CopyIcon text={value} label={`Copy ${value}`} />
            </div>
          </div>
        );
      })}
    </section>
  );
}
