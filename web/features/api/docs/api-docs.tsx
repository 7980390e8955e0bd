import { type ReactNode, useState } from 'react';
import { BATCH_MAX, IDEMPOTENCY_HOURS, openApi, RATE_LIMIT } from '#contract/public-api.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { CallTab } from './call-tab.tsx';
import { CALLS, type CallId } from './calls.ts';
import { CodeBlock, InlineCode } from './code-block.tsx';
import { TOKEN_VARIABLE } from './samples.ts';
import type { DocsSearch } from './search.ts';

const API_BASE = '/api/v1';

interface OverviewProps {
  origin: string;
  /** Links to the screen that creates tokens. */
  tokenLink: ReactNode;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1.5 text-14 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Overview({ origin, tokenLink }: OverviewProps) {
  return (
    <Card>
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
        <Part title="Base URL">
          <CodeBlock label="Base URL" code={`${origin}${API_BASE}`} />
          <p className="mt-2 text-13 text-muted">
            Requests and responses are JSON. Machine-readable description:{' '}
            <a href={openApi.path} className="font-medium text-accent underline underline-offset-4">
              OpenAPI 3.1
            </a>
          </p>
        </Part>
        <Part title="Authentication">
          <CodeBlock label="Authentication" code="Authorization: Bearer lm_your_token" />
          <p className="mt-2 text-13 text-muted">
            Send a Bearer token in the Authorization header. Tokens begin with lm_ and are created in{' '}
            {tokenLink}.
          </p>
        </Part>
        <Part title="Before You Start">
          <CodeBlock label="Before You Start" code={`export ${TOKEN_VARIABLE}=lm_your_token`} />
          <p className="mt-2 text-13 text-muted">
            Every example reads the token from this variable. JavaScript runs in Node.js as a module (.mjs);
            Python 3 needs no packages.
          </p>
        </Part>
        <Part title="Rate Limit">
          <p className="text-14">
            {RATE_LIMIT} requests per minute for each token, unless your installation sets a different limit.
            Every response shows how many are left.
          </p>
          <p className="mt-2 text-13 text-muted">
            RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (seconds); Retry-After with a 429;
            X-Request-Id on every response.
          </p>
        </Part>
      </div>
    </Card>
  );
}

const PRACTICES = {
  'Keep the token on your server':
    'Anyone who has it can read and change your leads. Keep it in an environment variable or a secret store, never in a page, an app or a repository.',
  'Use one token per integration':
    'You can see when each was last used, and revoke one without affecting the others.',
  'Send an Idempotency-Key with every write': `Use a unique value for each request, such as a UUID. If you send the same key and body again within ${IDEMPOTENCY_HOURS} hours, you get the same response, so it's safe to retry when a response got lost.`,
  'Back off exponentially':
    'After a 429 or 5xx, wait `Retry-After` seconds. Without that header, wait 1, 2, 4, 8… seconds plus a little random jitter.',
  'Send many leads at once': `A batch of up to ${formatNumber(BATCH_MAX)} leads counts as one request. Check the outcome of each lead: the response is 200 even if some weren't created.`,
  'Send phone numbers in international format':
    "Use + and the country code, or a local number together with `country`. An invalid number is stored as sent and isn't used to detect duplicates.",
  'Treat 409 as a result, not a failure':
    '`existingLeadId` is the ID of the existing lead. Update that lead instead if you need to.',
  'Log X-Request-Id': 'It lets support find your request right away.',
};

function BestPractices() {
  return (
    <Card title="Best Practices">
      <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {Object.entries(PRACTICES).map(([title, text]) => (
          <li key={title} className="min-w-0">
            <p className="text-14 font-medium">{title}</p>
            <p className="max-w-[70ch] text-14 text-muted">
              <InlineCode text={text} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ApiDocsProps {
  /** Origin of the page and the API. */
  origin: string;
  search: DocsSearch;
  onSearch: (change: Partial<DocsSearch>) => void;
  tokenLink: ReactNode;
}

/** Documents the public API from the contract its server implements. */
export function ApiDocs({ origin, search, onSearch, tokenLink }: ApiDocsProps) {
  // Kept for several calls; never in storage or the URL.
  const [token, setToken] = useState('');
  return (
    <div className="grid gap-4">
      <Overview origin={origin} tokenLink={tokenLink} />
      <Card>
        <Tabs<CallId>
          label="Calls"
          value={search.tab ?? 'create'}
          onChange={(tab) => onSearch({ tab: tab === 'create' ? undefined : tab })}
          tabs={CALLS.map((call) => ({
            value: call.id,
            label: call.tab,
            content: (
              <CallTab
                call={call}
                origin={origin}
                language={search.lang ?? 'curl'}
                onLanguage={(lang) => onSearch({ lang: lang === 'curl' ? undefined : lang })}
                token={token}
                onToken={setToken}
              />
            ),
          }))}
        />
      </Card>
      <CommonErrors />
      <BestPractices />
    </div>
  );
}

const DUPLICATE = {
  error: 'duplicate',
  message: PUBLIC_ERRORS.duplicate.message,
  existingLeadId: PUBLIC_EXAMPLES.create.reply.lead.id,
  requestId: '01976f40-11d2-7a0e-8f3b-90d64b1c2a77',
};

const TABLE_WIDTH = 520;

function CommonErrors() {
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
