import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Cell, DataTable, HeaderCell, TableRow } from '../../../ui/data-table.tsx';
import { CodeBlock } from './code-block.tsx';
import { InlineCode } from './inline-code.tsx';

const DUPLICATE = {
  error: 'duplicate',
  message: PUBLIC_ERRORS.duplicate.message,
  existingLeadId: PUBLIC_EXAMPLES.create.reply.lead.id,
  requestId: '01976f40-11d2-7a0e-8f3b-90d64b1c2a77',
};

/** Lists every error code with its status and its cause. */
export function CommonErrors() {
  return (
    <Card
      title="Common Errors"
      subtitle={
        <InlineCode text="All errors share this shape. Use `error` in code and show `message` to people." />
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DataTable label="Common errors">
          <thead>
            <tr>
              <HeaderCell numeric>Status</HeaderCell>
              <HeaderCell>Error</HeaderCell>
              <HeaderCell className="w-full">When</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {Object.entries(PUBLIC_ERRORS).map(([code, { status, message, when }]) => (
              <TableRow key={code} className="align-top">
                <Cell numeric className="py-2">
                  <Badge tone={status >= 500 ? 'negative' : 'caution'} dot={false}>
                    {status}
                  </Badge>
                </Cell>
                <Cell className="py-2 font-mono text-12 whitespace-nowrap">{code}</Cell>
                <Cell className="min-w-64 py-2">
                  <span className="font-medium">{message}</span>
                  <span className="block text-muted">
                    <InlineCode text={when} />
                  </span>
                </Cell>
              </TableRow>
            ))}
          </tbody>
        </DataTable>
        <CodeBlock label="Error body" code={JSON.stringify(DUPLICATE, null, 2)} />
      </div>
    </Card>
  );
}
