import { useQuery } from '@tanstack/react-query';
import { ListPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { messageOf } from '../../lib/api-error.ts';
import { LeadUsage } from '../../lib/lead-usage.tsx';
import { QueryError } from '../../lib/query-error.tsx';
import { TYPE_LABELS } from '../../lib/type-labels.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Truncated } from '../../ui/truncated.tsx';
import { AddFieldForm } from './add-field-form.tsx';
import { fieldsQuery, usageQuery, useChangeField, useDeleteField } from './queries.ts';

const TABLE_WIDTH = 440;

interface FieldTableProps {
  /** Undefined while they load. */
  fields: readonly CustomFieldEntity[] | undefined;
  /** Null for read-only users. */
  onDelete: ((field: CustomFieldEntity) => void) | null;
  onEdit: (field: CustomFieldEntity) => void;
}

const COLUMNS: readonly RecordColumn<CustomFieldEntity>[] = [
  {
    label: 'Name',
    onCard: 'title',
    rowHeader: true,
    className: 'w-full max-w-0',
    cellClassName: 'font-medium',
    skeleton: 'w-36',
    value: ({ label }) => <Truncated text={label} className="max-w-full" />,
  },
  {
    label: 'Type',
    className: 'min-w-28 whitespace-nowrap',
    cellClassName: 'text-muted',
    value: ({ type, options }) => (
      <Truncated
        text={type === 'choice' ? `${TYPE_LABELS[type]}: ${options.join(', ')}` : TYPE_LABELS[type]}
        className="max-w-64"
      />
    ),
  },
  {
    label: 'Required',
    className: 'min-w-28 whitespace-nowrap',
    value: ({ required }) =>
      required ? <Badge tone="info">Required</Badge> : <span className="text-muted">No</span>,
  },
];

function FieldTable({ fields, onDelete, onEdit }: FieldTableProps) {
  const actions: RecordColumn<CustomFieldEntity> = {
    label: 'Actions',
    onCard: 'actions',
    cellClassName: 'pr-3!',
    value: (field) => (
      <span className="flex justify-end">
        <IconButton icon={Pencil} label={`Edit ${field.label}`} side="left" onClick={() => onEdit(field)} />
        <IconButton
          icon={Trash2}
          label={`Delete ${field.label}`}
          side="left"
          onClick={() => onDelete?.(field)}
        />
      </span>
    ),
  };
  return (
    <RecordTable
      label="Custom fields"
      records={fields}
      keyOf={({ id }) => id}
      tableWidth={TABLE_WIDTH}
      rowHeight="h-11"
      placeholders={3}
      flush
      columns={onDelete === null ? COLUMNS : [...COLUMNS, actions]}
    />
  );
}

/** Custom fields; `editable` for administrators. */
export function CustomFieldsCard({ editable }: { editable: boolean }) {
  const query = useQuery(fieldsQuery);
  const { data, error } = query;
  const [leaving, setLeaving] = useState<CustomFieldEntity | null>(null);
  const [edited, setEdited] = useState<CustomFieldEntity | null>(null);
  return (
    <Card
      title="Custom Fields"
      subtitle="Your own fields for every lead, in imports, filters and exports"
      {...(editable && data !== undefined && { footer: <AddFieldForm /> })}
      padded={false}
    >
      {!editable && (
        <div className="px-5 pb-4">
          <Notice>Only administrators can add and delete custom fields.</Notice>
        </div>
      )}
      {data === undefined && error && <QueryError title="Failed to fetch custom fields" query={query} />}
      {data?.length === 0 && (
        <EmptyState
          icon={ListPlus}
          title="No custom fields yet"
          text={
            editable
              ? "Add a field for anything the standard fields don't cover."
              : 'Fields that an administrator adds appear here.'
          }
          className="py-10"
        />
      )}
      {(data === undefined ? !error : data.length > 0) && (
        <FieldTable fields={data} onDelete={editable ? setLeaving : null} onEdit={setEdited} />
      )}
      {edited && <EditFieldDialog field={edited} onClose={() => setEdited(null)} />}
      {leaving && <DeleteFieldDialog field={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  );
}

function DeleteFieldDialog({ field, onClose }: { field: CustomFieldEntity; onClose: () => void }) {
  const usage = useQuery(usageQuery(field.id));
  const leads = usage.data?.leads;
  const remove = useDeleteField();
  return (
    <ActionDialog
      onClose={onClose}
      title="Delete Custom Field"
      description={`Delete the field "${field.label}"?`}
      action="Delete"
      destructive
      disabled={leads === undefined}
      pending={remove.isPending}
      pendingText="Deleting..."
      onAction={() => remove.mutate(field, { onSettled: onClose })}
    >
      <LeadUsage query={usage} leads={leads} verb="use this field">
        a value in this field. {leads === 1 ? 'It' : 'The values'} will be deleted with it and can't be
        restored.
      </LeadUsage>
    </ActionDialog>
  );
}

function EditFieldDialog({ field, onClose }: { field: CustomFieldEntity; onClose: () => void }) {
  const change = useChangeField();
  const [label, setLabel] = useState(field.label);
  const [options, setOptions] = useState(field.options);
  const isChoice = field.type === 'choice';
  return (
    <ActionDialog
      onClose={onClose}
      title="Edit Custom Field"
      description={`Programs go on calling it ${field.name}.`}
      action="Save"
      disabled={label.trim() === '' || (isChoice && options.length === 0)}
      pending={change.isPending}
      pendingText="Saving..."
      onAction={() =>
        change.mutate(
          { id: field.id, label: label.trim(), ...(isChoice && { options }) },
          { onSuccess: onClose },
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Name"
          error={change.error ? messageOf(change.error, "Couldn't save the field") : undefined}
        >
          <TextInput
            autoComplete="off"
            maxLength={100}
            value={label}
            onChange={(event) => {
              change.reset();
              setLabel(event.target.value);
            }}
          />
        </Field>
        {isChoice && (
          <Field label="Values" help="Leads that have a value you remove keep it.">
            <TagInput value={options} onChange={setOptions} placeholder="Type a value and press Enter" />
          </Field>
        )}
      </div>
    </ActionDialog>
  );
}
