import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, Mail, MessageCircle, Phone as PhoneIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { DeliveryLog } from '../../../lib/delivery-log.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { Moment } from '../../../lib/moment.tsx';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { CopyIcon } from '../../../ui/copy-button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconLink } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { editableSections, isReadOnly } from '../fields/editable-fields.ts';
import { Phone, validityLabel } from '../lead-cells.tsx';
import { customFieldsQuery, filterValuesQuery } from '../queries.ts';
import { Consents } from './consents.tsx';
import { FieldEditor } from './field-editor.tsx';
import { type DrawerFiltering, FilterByField } from './filter-by-field.tsx';
import { NextStep } from './next-step.tsx';
import { Notes } from './notes.tsx';
import { Sale } from './sale.tsx';
import { Timeline } from './timeline.tsx';

export interface LeadRecordProps {
  lead: LeadDetail;
  onOpen: (id: string) => void;
  filtering: DrawerFiltering;
}

export function LeadRecord({ lead, onOpen, filtering }: LeadRecordProps) {
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const { data: values } = useQuery(filterValuesQuery);
  const isAdmin = useIsAdmin();
  const inTrash = lead.deletedAt !== null;
  return (
    <div className="flex flex-col gap-6 px-5 py-4">
      {lead.deletedAt !== null && (
        <Notice tone="caution">
          In the bin since {formatDateTime(lead.deletedAt)}. Restore it to change it.
        </Notice>
      )}
      <LeadHead lead={lead} />
      <LeadOrigin lead={lead} />
      <RecordSection title="Owner and Next Step">
        <NextStep lead={lead} disabled={inTrash} />
      </RecordSection>
      <RecordSection title="Notes" className={cx(lead.notes.length === 0 && 'print:hidden')}>
        <Notes lead={lead} disabled={inTrash} />
      </RecordSection>
      {editableSections(customFields).map(({ title, fields }) => (
        <RecordSection key={title} title={title} className="print:not-has-data-printed:hidden">
          {fields.map((field) => (
            <FieldEditor
              key={field.field}
              lead={lead}
              field={field}
              suggestions={field.editor === 'tags' ? (values?.tags ?? []) : []}
              disabled={inTrash || isReadOnly(lead, field.field)}
              onOpen={onOpen}
              action={
                <FilterByField lead={lead} field={field.field} customFields={customFields} {...filtering} />
              }
            />
          ))}
          {title === 'Status' && <Sale lead={lead} disabled={inTrash} />}
        </RecordSection>
      ))}
      <RecordSection title="Consent">
        <Consents lead={lead} disabled={inTrash} />
      </RecordSection>
      <DeliveryLog title="Deliveries" of={{ leadId: lead.id }} isAdmin={isAdmin} />
      <RecordSection title="Timeline">
        <Timeline events={lead.events} />
      </RecordSection>
      <RecordSection title="System">
        <LeadFacts lead={lead} />
      </RecordSection>
    </div>
  );
}

interface RecordSectionProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function RecordSection({ title, className, children }: RecordSectionProps) {
  return (
    <section aria-label={title} className={className}>
      <h3 className="mb-1.5 text-13 font-semibold">{title}</h3>
      <div className="flex flex-col gap-0.5">{children}</div>
    </section>
  );
}

function LeadFacts({ lead }: { lead: LeadDetail }) {
  const at = (time: string | null) => (time === null ? null : formatDateTime(time));
  const checked = (time: string | null, source: string | null) =>
    time === null ? null : [at(time), source].filter(Boolean).join(' · ');
  const facts: readonly [string, string | null][] = [
    ['Number Valid', lead.phone === null ? null : validityLabel(lead.numberValid)],
    ['HLR checked', checked(lead.hlrCheckedAt, lead.hlrSource)],
    ['WhatsApp checked', checked(lead.whatsappCheckedAt, lead.whatsappSource)],
    ['Created At', at(lead.createdAt)],
    ['Updated At', at(lead.updatedAt)],
    ['Lead ID', lead.id],
  ];
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 py-1 text-13">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-all tabular-nums select-all">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function LeadOrigin({ lead }: { lead: LeadDetail }) {
  const { importId, importFilename, createdAt, events } = lead;
  const author = events.find(({ kind }) => kind === 'created')?.actor;
  return (
    <p className="-mb-2 text-13 break-words text-muted">
      {importId === null ? (
        <>Added{author !== undefined && ` by ${author}`}</>
      ) : (
        <>
          Imported from{' '}
          <Link
            to="/leads"
            search={{ import: importId }}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {importFilename ?? 'a file'}
          </Link>
        </>
      )}{' '}
      <Moment time={createdAt} />
    </p>
  );
}

const LINK: Record<ContactKind, { icon: LucideIcon; label: (value: string) => string }> = {
  call: { icon: PhoneIcon, label: (value) => `Call ${value}` },
  whatsapp: { icon: MessageCircle, label: (value) => `Message ${value} on WhatsApp` },
  email: { icon: Mail, label: (value) => `Email ${value}` },
};

/** How to reach the lead, before all else. */
function LeadHead({ lead }: { lead: LeadDetail }) {
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

type ContactKind = 'call' | 'whatsapp' | 'email';

interface ContactLink {
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
