import { Trash2 } from 'lucide-react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { TYPE_LABELS } from '../../lib/type-labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { Truncated } from '../../ui/truncated.tsx';

/** CSS pixels for all columns. */
const TABLE_WIDTH = 440;

interface FieldTableProps {
  /** Undefined while they load. */
  fields: readonly CustomFieldEntity[] | undefined;
  /** Null for read-only users. */
  onDelete: ((field: CustomFieldEntity) => void) | null;
}

const COLUMNS: readonly RecordColumn<CustomFieldEntity>[] = [
  {
    label: 'Name',
    onCard: 'title',
    rowHeader: true,
    className: 'w-full max-w-0',
    cellClassName: 'font-medium',
    skeleton: 'w-36',
    value: ({ name }) => <Truncated text={name} className="max-w-full" />,
  },
  {
    label: 'Type',
    className: 'min-w-28 whitespace-nowrap',
    cellClassName: 'text-muted',
    value: ({ type }) => TYPE_LABELS[type],
  },
  {
    label: 'Required',
    className: 'min-w-28 whitespace-nowrap',
    value: ({ required }) =>
      required ? <Badge tone="info">Required</Badge> : <span className="text-muted">No</span>,
  },
];

/** Custom fields with type and requirement. */
export function FieldTable({ fields, onDelete }: FieldTableProps) {
  const actions: RecordColumn<CustomFieldEntity> = {
    label: 'Actions',
    onCard: 'actions',
    cellClassName: 'pr-3!',
    value: (field) => (
      <IconButton
        icon={Trash2}
        label={`Delete ${field.name}`}
        side="left"
        onClick={() => onDelete?.(field)}
      />
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
