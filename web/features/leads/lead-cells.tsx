import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Lead } from '#contract/leads.ts';
import { formatAmount, formatDate, formatDateTime, formatRelative } from '../../lib/format.ts';
import { STATUS_TONE, statusLabel, useStatus } from '../../lib/lead-statuses.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

/** Returns the full name, or ''. */
export function fullName({ firstName, lastName }: Lead): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

export function Nothing() {
  return <span className="text-muted">–</span>;
}

/** Status in its color; neutral if unknown, plain for a gray default. */
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

/** Sold badge; available leads are plain. */
export function SoldBadge({ isSold }: { isSold: boolean }) {
  return isSold ? <Badge tone="caution">Sold</Badge> : <span className="text-muted">Available</span>;
}

/** For leads that are never sold, delivered or, by default, exported. */
export function SuppressedBadge() {
  return <Badge tone="negative">Suppressed</Badge>;
}

export function SuppressedMark() {
  return (
    <span title="On a suppression list" className="shrink-0 text-negative">
      <Ban className="size-3.5" aria-hidden />
      <span className="sr-only">Suppressed</span>
    </span>
  );
}

interface PhoneProps extends Pick<Lead, 'phone'> {
  /** Null until the server has checked an edited phone. */
  numberValid: boolean | null;
}

export function validityLabel(numberValid: boolean | null): string {
  return numberValid === null ? 'Not checked yet' : numberValid ? 'Valid' : 'Invalid';
}

export function Phone({ phone, numberValid }: PhoneProps) {
  if (phone === null) return <Nothing />;
  const Icon = numberValid === false ? TriangleAlert : CircleCheck;
  const label = validityLabel(numberValid);
  return (
    <span className="flex max-w-full items-center gap-1.5 tabular-nums" title={`${phone} · ${label}`}>
      <Icon
        className={cx(
          'size-3.5 shrink-0',
          numberValid === null ? 'invisible' : numberValid ? 'text-positive' : 'text-caution',
        )}
        aria-hidden
      />
      <span className="truncate">{phone}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

const TAGS_SHOWN = 2;

/** First tags and number of others; the tooltip lists all. */
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

/** Deposit in the lead's currency; the tooltip has the day. */
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

export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)} className="whitespace-nowrap text-muted">
      {formatRelative(time)}
    </time>
  );
}
