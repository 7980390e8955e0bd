import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Lead } from '#contract/leads.ts';
import { formatDate, formatDateTime, formatNumber, formatRelative } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/tone.ts';

const STATUS_TONE: Record<string, Tone> = {
  new: 'info',
  contacted: 'caution',
  qualified: 'positive',
  converted: 'positive',
};

/** First and last name, or '' when the lead has neither. */
export function fullName({ firstName, lastName }: Lead): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Takes the place of what a lead does not have. */
export function Nothing() {
  return <span className="text-muted">–</span>;
}

/** The status, its tone chosen by the lower-cased text; unknown ones are neutral. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={STATUS_TONE[status.toLowerCase()] ?? 'neutral'} className="capitalize">
      {status}
    </Badge>
  );
}

/** Sold or Available. */
export function SoldBadge({ isSold }: { isSold: boolean }) {
  return <Badge tone={isSold ? 'caution' : 'neutral'}>{isSold ? 'Sold' : 'Available'}</Badge>;
}

/** The phone with whether it is valid. */
export function Phone({ phone, numberValid }: Pick<Lead, 'phone' | 'numberValid'>) {
  if (phone === null) return <Nothing />;
  const Icon = numberValid ? CircleCheck : TriangleAlert;
  const label = numberValid ? 'Valid' : 'Invalid';
  return (
    <span className="flex max-w-full items-center gap-1.5 tabular-nums" title={`${phone} · ${label}`}>
      <Icon
        className={numberValid ? 'size-3.5 shrink-0 text-positive' : 'size-3.5 shrink-0 text-caution'}
        aria-hidden
      />
      <span className="truncate">{phone}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

const TAGS_SHOWN = 2;

/** The first tags, and how many more there are; all of them on hover. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <Nothing />;
  return (
    <span className="flex items-center gap-1" title={tags.join(', ')}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Badge key={tag} dot={false} className="max-w-28">
          {tag}
        </Badge>
      ))}
      {tags.length > TAGS_SHOWN && (
        <span className="text-12 text-muted tabular-nums">+{tags.length - TAGS_SHOWN}</span>
      )}
    </span>
  );
}

/** The deposit in the lead's currency; the day it was made on hover. */
export function Deposit({
  depositAmount,
  currency,
  depositDate,
}: Pick<Lead, 'depositAmount' | 'currency' | 'depositDate'>) {
  if (depositAmount === null) return <Nothing />;
  return (
    <span {...(depositDate && { title: formatDate(depositDate) })}>
      {money(Number(depositAmount), currency)}
    </span>
  );
}

function money(amount: number, currency: string | null): string {
  if (currency === null) return amount.toLocaleString(undefined, { minimumFractionDigits: 2 });
  try {
    return amount.toLocaleString(undefined, { style: 'currency', currency });
  } catch {
    // What the file calls a currency need not be a code that Intl knows.
    return `${formatNumber(amount)} ${currency}`;
  }
}

/** How long ago; the exact moment on hover. */
export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)} className="whitespace-nowrap text-muted">
      {formatRelative(time)}
    </time>
  );
}
