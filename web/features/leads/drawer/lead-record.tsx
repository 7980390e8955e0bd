import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/notice.tsx';
import { editableSections } from '../fields/editable-fields.ts';
import { customFieldsQuery, filterValuesQuery } from '../queries.ts';
import { FieldEditor } from './field-editor.tsx';
import { type DrawerFiltering, FilterByField } from './filter-by-field.tsx';
import { LeadFacts } from './lead-facts.tsx';
import { LeadOrigin } from './lead-origin.tsx';
import { Notes } from './notes.tsx';
import { Sale } from './sale.tsx';
import { Timeline } from './timeline.tsx';

export interface LeadRecordProps {
  lead: LeadDetail;
  onOpen: (id: string) => void;
  filtering: DrawerFiltering;
}

/** All sections of a lead. */
export function LeadRecord({ lead, onOpen, filtering }: LeadRecordProps) {
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const { data: values } = useQuery(filterValuesQuery);
  const inTrash = lead.deletedAt !== null;
  return (
    <div className="flex flex-col gap-6 px-5 py-4">
      {lead.deletedAt !== null && (
        <Notice tone="caution">
          In the bin since {formatDateTime(lead.deletedAt)}. Restore it to change it.
        </Notice>
      )}
      <LeadOrigin lead={lead} />
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
              // Belongs to the sale.
              disabled={inTrash || (field.field === 'customerNumber' && lead.isSold)}
              onOpen={onOpen}
              action={
                <FilterByField lead={lead} field={field.field} customFields={customFields} {...filtering} />
              }
            />
          ))}
          {title === 'Status' && <Sale lead={lead} disabled={inTrash} />}
        </RecordSection>
      ))}
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
