import { BATCH_MAX, IDEMPOTENCY_HOURS } from '#contract/public-api.ts';
import { Card } from '../../../ui/card.tsx';
import { InlineCode } from './inline-code.tsx';

const PRACTICES: readonly [title: string, text: string][] = [
  [
    'Keep the token on your server',
    'Anyone who has it can read and change your leads. Keep it in an environment variable or a secret store, never in a page, an app or a repository.',
  ],
  [
    'Use one token per integration',
    'You can see when each was last used, and revoke one without affecting the others.',
  ],
  [
    'Send an Idempotency-Key with every write',
    `A value of your own for each request, such as a UUID. The same key with the same body answers the same for ${IDEMPOTENCY_HOURS} hours, so a request whose answer was lost is safe to send again.`,
  ],
  [
    'Back off exponentially',
    'After a 429 or a 5xx wait for `Retry-After` seconds, or 1, 2, 4, 8 … when there is no such header, with a little chance in it.',
  ],
  [
    'Send many leads at once',
    `A batch of up to ${BATCH_MAX.toLocaleString('en')} leads counts as one request. Look at the outcome of each lead: the answer is 200 even when some were not created.`,
  ],
  [
    'Write phones internationally',
    'With + and the country code, or nationally together with `country`. A phone that is not valid is kept as it was sent, and does not tell duplicates apart.',
  ],
  [
    'Treat 409 as an answer, not a failure',
    '`existingLeadId` names the lead that is there already; update it when that is what you want.',
  ],
  ['Log X-Request-Id', 'With it support finds your request at once.'],
];

/** Recommends practices for programs that use the API. */
export function BestPractices() {
  return (
    <Card title="Best Practices">
      <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {PRACTICES.map(([title, text]) => (
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
