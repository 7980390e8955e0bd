import { Badge } from '../../../ui/badge.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import type { DocumentedCall } from './calls.ts';
import { InlineCode } from './inline-code.tsx';
import type { SchemaRow } from './schema-rows.ts';

/** CSS pixels for all columns. */
const TABLE_WIDTH = 440;

/** Fields of a call with type and description. */
export function FieldsTable({ call, rows }: { call: DocumentedCall; rows: readonly SchemaRow[] }) {
  return (
    <RecordTable
      label={`${call.fieldsTitle} of ${call.label}`}
      records={rows}
      keyOf={({ name }) => name}
      tableWidth={TABLE_WIDTH}
      columns={[
        {
          label: 'Field',
          onCard: 'title',
          cellClassName: 'py-2 align-top font-medium whitespace-nowrap',
          value: ({ name, required }) => (
            <>
              <span className="font-mono text-12">{name}</span>
              {required && (
                <Badge dot={false} className="ml-2">
                  Required
                </Badge>
              )}
            </>
          ),
        },
        {
          label: 'Type',
          cellClassName: 'max-w-44 min-w-34 py-2 align-top',
          value: ({ type }) => <span className="font-mono text-12 text-muted">{type}</span>,
        },
        {
          label: 'Description',
          onCard: 'block',
          className: 'w-full',
          cellClassName: 'min-w-48 py-2 align-top',
          value: ({ name, description, example }) => (
            <>
              <InlineCode text={description ?? call.words[name] ?? ''} />
              {description !== undefined && call.words[name] !== undefined && ` ${call.words[name]}`}
              {example !== undefined && (
                <span className="mt-0.5 block font-mono text-12 break-all text-muted">{example}</span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
