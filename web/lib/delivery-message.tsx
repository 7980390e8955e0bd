import type { DeliveryState, DeliveryTest, SentRequest } from '#contract/order-deliveries.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/tone.ts';

const READ: Record<NonNullable<DeliveryTest['read']>, { label: string; tone: Tone }> = {
  accepted: { label: 'Accepted', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  duplicate: { label: 'Duplicate', tone: 'caution' },
  error: { label: 'Error', tone: 'negative' },
  unknown: { label: 'No rule applies', tone: 'caution' },
};

export function MessageText({ text }: { text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="max-h-64 overflow-auto rounded-control border border-line bg-canvas p-3 font-mono text-12 break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

export function RequestText({ request }: { request: SentRequest }) {
  return <MessageText text={requestText(request)} />;
}

/** Returns method, address, headers and body; hidden values as dots. */
function requestText({ method, url, headers, body }: SentRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value ?? '••••••'}`);
  return [`${method} ${url}`, ...lines, ...(body === null ? [] : ['', prettyBody(body)])].join('\n');
}

function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

type Reading = Pick<DeliveryTest, 'read' | 'reason'> & Partial<Pick<DeliveryTest, 'price' | 'reference'>>;

/** How an answer was read. */
export function ReadAnswer({ read, reason, price, reference }: Reading) {
  if (read === null) return null;
  const facts = [
    ['Reason', reason],
    ['Price', price],
    ['Reference', reference],
  ] as const;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
      <span className="text-muted">Read as</span>
      <Badge tone={READ[read].tone}>{READ[read].label}</Badge>
      {facts.map(([label, value]) =>
        value == null ? null : (
          <span key={label} className="min-w-0 break-words">
            <span className="text-muted">{label}:</span> {value}
          </span>
        ),
      )}
    </p>
  );
}

export const DELIVERY_NAMES: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  duplicate: { label: 'Duplicate', tone: 'caution' },
  unknown: { label: 'No clear answer', tone: 'caution' },
  failed: { label: 'Failed', tone: 'negative' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

export function StateBadge({ state }: { state: DeliveryState }) {
  return <Badge tone={DELIVERY_NAMES[state].tone}>{DELIVERY_NAMES[state].label}</Badge>;
}
