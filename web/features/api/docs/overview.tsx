import type { ReactNode } from 'react';
import { openApi, RATE_LIMIT } from '#contract/public-api.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from './code-block.tsx';
import { TOKEN_VARIABLE } from './samples.ts';

/** Path prefix of the public API. */
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

/** Base URL, authentication and rate limits. */
export function Overview({ origin, tokenLink }: OverviewProps) {
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
