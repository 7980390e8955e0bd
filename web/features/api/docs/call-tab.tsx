import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openApi } from '#contract/public-api.ts';
import { queryOf } from '../../../lib/query.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { type DocumentedCall, exampleUrl } from './calls.ts';
import { CodeBlock, InlineCode } from './code-block.tsx';
import type { SchemaRow } from './openapi-fields.ts';
import { fieldsIn } from './openapi-fields.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, sampleIn } from './samples.ts';
import { TryIt } from './try-it.tsx';

const TABLE_WIDTH = 440;

function FieldsTable({ call, rows }: { call: DocumentedCall; rows: readonly SchemaRow[] }) {
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
              <span className="font-mono text-12">{name}</span>{' '}
              {required && <Badge dot={false}>Required</Badge>}
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

const openApiQuery = queryOf(openApi, {});

function Fields({ call }: { call: DocumentedCall }) {
  const query = useQuery(openApiQuery);
  const { data, error } = query;
  const rows = useMemo(() => data && fieldsIn(data, call), [data, call]);
  if (rows) return <FieldsTable call={call} rows={rows} />;
  return (
    <Card>
      {error ? (
        <QueryError className="py-6" title="Failed to fetch the fields" query={query} />
      ) : (
        <SkeletonLines widths={['w-full', 'w-4/5', 'w-11/12', 'w-3/4']} />
      )}
    </Card>
  );
}

const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

interface CallTabProps {
  call: DocumentedCall;
  origin: string;
  language: Language;
  onLanguage: (language: Language) => void;
  /** Kept only in memory. */
  token: string;
  onToken: (token: string) => void;
}

/** Documents a call: input on the left, example and answer on the right. */
export function CallTab({ call, origin, language, onLanguage, token, onToken }: CallTabProps) {
  const { method, path, about, fieldsTitle, scope, status, label, example } = call;
  const body = example.body === undefined ? {} : { body: example.body };
  const code = sampleIn(language, { method, url: exampleUrl(call, origin), ...body });
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="info" dot={false} className="font-mono">
            {method}
          </Badge>
          <code className="font-mono text-14 break-all">{path}</code>
          <Badge dot={false}>{scope} scope</Badge>
        </p>
        <p className="mt-2 mb-4 max-w-[70ch] text-14">{about}</p>
        <h3 className="mb-2 text-14 font-semibold">{fieldsTitle}</h3>
        <Fields call={call} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-14 font-semibold">Example</h3>
            <Segmented label="Language" value={language} onChange={onLanguage} options={LANGUAGE_OPTIONS} />
          </div>
          <CodeBlock label={`${label} in ${LANGUAGE_NAMES[language]}`} code={code} />
        </div>
        <div>
          <h3 className="mb-2 text-14 font-semibold">Response {status}</h3>
          <CodeBlock label={`Example response of ${label}`} code={JSON.stringify(example.reply, null, 2)} />
        </div>
        <TryIt key={call.id} call={call} origin={origin} token={token} onToken={onToken} />
      </div>
    </div>
  );
}
