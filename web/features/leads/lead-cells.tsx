import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Lead } from '#contract/leads.ts';
import { formatAmount, formatDate, formatDateTime, formatRelative } from '../../lib/format.ts';
import { STATUS_TONE, statusLabel, useStatus } from '../../lib/lead-statuses.ts';
import { Badge } from '../../ui/badge.tsx';

/** Returns first and last name, or '' if the lead has neither. */
export function fullName({ firstName, lastName }: Lead): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Renders a placeholder for an empty value. */
export function Nothing() {
  return <span className="text-muted">–</span>;
}

/** Shows the status in its color; unknown statuses are neutral, and a gray default is plain. */
export function StatusBadge({ status }: { status: string }) {
  const known = useStatus(status);
  if (known?.isDefault && known.color === 'gray') {
    return <span className="text-muted">{statusLabel(status)}</span>;
  }
  return (
    <span title={statusLabel(status)} className="flex max-w-full">
      <Badge tone={known ? STATUS_TONE[known.color] : 'neutral'}>{statusLabel(status)}</Badge>
    </span>
  );
}

/** Shows whether the lead is sold; available ones are plain. */
export function SoldBadge({ isSold }: { isSold: boolean }) {
  return isSold ? <Badge tone="caution">Sold</Badge> : <span className="text-muted">Available</span>;
}

/** Shows the phone and its validity. */
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

/** Shows the first tags and the number of the others; the tooltip lists them all. */
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

/** Shows the deposit in the lead's currency; the tooltip has the day of the deposit. */
export function Deposit({
  depositAmount,
  currency,
  depositDate,
}: Pick<Lead, 'depositAmount' | 'currency' | 'depositDate'>) {
  if (depositAmount === null) return <Nothing />;
  return (
    <span {...(depositDate && { title: formatDate(depositDate) })}>
      {formatAmount(Number(depositAmount), currency)}
    </span>
  );
}

/** Shows the time relative to now; the tooltip has the exact time. */
export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)} className="whitespace-nowrap text-muted">
      {formatRelative(time)}
    </time>
  );
}
