import { Badge } from '../../../ui/badge.tsx';
import { Cell, DataTable, HeaderCell, TableRow } from '../../../ui/data-table.tsx';
import type { DocumentedCall } from './calls.ts';
import { InlineCode } from './inline-code.tsx';
import type { SchemaRow } from './schema-rows.ts';

/** Lists every field of a call with its type and description. */
export function FieldsTable({ call, rows }: { call: DocumentedCall; rows: readonly SchemaRow[] }) {
  return (
    <DataTable label={`${call.fieldsTitle} of ${call.label}`}>
      <thead>
        <tr>
          <HeaderCell>Field</HeaderCell>
          <HeaderCell>Type</HeaderCell>
          <HeaderCell className="w-full">Description</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, type, required, description, example }) => (
          <TableRow key={name} className="align-top">
            <Cell className="py-2 font-mono text-12 font-medium whitespace-nowrap">
              {name}
              {required && (
                <Badge dot={false} className="ml-2 font-sans">
                  Required
                </Badge>
              )}
            </Cell>
            <Cell className="max-w-44 min-w-34 py-2 font-mono text-12 text-muted">{type}</Cell>
            <Cell className="min-w-56 py-2">
              <InlineCode text={description ?? call.words[name] ?? ''} />
              {description !== undefined && call.words[name] !== undefined && ` ${call.words[name]}`}
              {example !== undefined && (
                <span className="mt-0.5 block font-mono text-12 break-all text-muted">{example}</span>
              )}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
