import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { CodeBlock } from './code-block.tsx';
import { InlineCode } from './inline-code.tsx';

const DUPLICATE = {
  error: 'duplicate',
  message: PUBLIC_ERRORS.duplicate.message,
  existingLeadId: PUBLIC_EXAMPLES.create.reply.lead.id,
  requestId: '01976f40-11d2-7a0e-8f3b-90d64b1c2a77',
};

const TABLE_WIDTH = 520;

export function CommonErrors() {
  return (
    <Card
      title="Common Errors"
      subtitle={
        <InlineCode text="All errors share this shape. Use `error` in code and show `message` to people." />
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RecordTable
          label="Common errors"
          records={Object.entries(PUBLIC_ERRORS)}
          keyOf={([code]) => code}
          tableWidth={TABLE_WIDTH}
          columns={[
            {
              label: 'Status',
              numeric: true,
              cellClassName: 'py-2 align-top',
              value: ([, { status }]) => (
                <Badge tone={status >= 500 ? 'negative' : 'caution'} dot={false}>
                  {status}
                </Badge>
              ),
            },
            {
              label: 'Error',
              onCard: 'title',
              cellClassName: 'py-2 align-top whitespace-nowrap',
              value: ([code]) => <span className="font-mono text-12">{code}</span>,
            },
            {
              label: 'When',
              onCard: 'block',
              className: 'w-full',
              cellClassName: 'min-w-64 py-2 align-top',
              value: ([, { message, when }]) => (
                <>
                  <span className="font-medium">{message}</span>
                  <span className="block text-muted">
                    <InlineCode text={when} />
                  </span>
                </>
              ),
            },
          ]}
        />
        <CodeBlock label="Error body" code={JSON.stringify(DUPLICATE, null, 2)} />
      </div>
    </Card>
  );
}
