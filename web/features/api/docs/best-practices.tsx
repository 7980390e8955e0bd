import { BATCH_MAX, IDEMPOTENCY_HOURS } from '#contract/public-api.ts';
import { formatNumber } from '../../../lib/format.ts';
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
    `Use a unique value for each request, such as a UUID. If you send the same key and body again within ${IDEMPOTENCY_HOURS} hours, you get the same response, so it's safe to retry when a response got lost.`,
  ],
  [
    'Back off exponentially',
    'After a 429 or 5xx, wait `Retry-After` seconds. Without that header, wait 1, 2, 4, 8… seconds plus a little random jitter.',
  ],
  [
    'Send many leads at once',
    `A batch of up to ${formatNumber(BATCH_MAX)} leads counts as one request. Check the outcome of each lead: the response is 200 even if some weren't created.`,
  ],
  [
    'Send phone numbers in international format',
    "Use + and the country code, or a local number together with `country`. An invalid number is stored as sent and isn't used to detect duplicates.",
  ],
  [
    'Treat 409 as a result, not a failure',
    '`existingLeadId` is the ID of the existing lead. Update that lead instead if you need to.',
  ],
  ['Log X-Request-Id', 'It lets support find your request right away.'],
];

/** Recommendations for API clients. */
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
