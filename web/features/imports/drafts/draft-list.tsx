import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { DRAFT_DAYS, type SavedDraft } from '#contract/import-drafts.ts';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { Moment } from '../../../lib/moment.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { discardWithUndo, draftsQuery } from './drafts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Formats the time left in days, such as `6 days left`, or hours on the last day. */
export function timeLeft(until: string, now = Date.now()): string {
  const left = Date.parse(until) - now;
  // A draft just saved has all its days.
  const days = Math.round(left / DAY_MS);
  if (left >= DAY_MS) return `${formatCount(days, 'day')} left`;
  const hours = Math.floor(left / HOUR_MS);
  return hours >= 1 ? `${formatCount(hours, 'hour')} left` : 'expires within the hour';
}

export function DraftList() {
  const { data: drafts, error } = useQuery(draftsQuery);
  const title = useRef<HTMLHeadingElement>(null);
  if (error && !drafts) {
    return (
      <Notice tone="caution" title="Failed to fetch drafts">
        Check your connection and reload the page.
      </Notice>
    );
  }
  if (!drafts || drafts.length === 0) return null;

  async function discard(draft: SavedDraft) {
    // The button disappears with its row.
    title.current?.focus();
    await discardWithUndo(draft);
  }

  return (
    <section aria-labelledby="drafts" className="rounded-card border border-line bg-surface">
      <header className="border-b border-line px-4 py-3">
        <h2 id="drafts" ref={title} tabIndex={-1} className="text-14 font-semibold outline-none">
          Continue where you left off
        </h2>
        <p className="text-13 text-muted">
          Drafts are shared with everyone in your organization and kept for {DRAFT_DAYS} days after the last
          change.
        </p>
      </header>
      <ul aria-labelledby="drafts">
        {drafts.map((draft) => (
          <DraftRow key={draft.uploadId} draft={draft} onDiscard={() => void discard(draft)} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft, onDiscard }: { draft: SavedDraft; onDiscard: () => void }) {
  const { uploadId, filename, totalRows, createdBy, changedAt, changedBy, expiresAt } = draft;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 pr-2 pl-4 first:border-t-0">
      <div className="min-w-0 flex-1">
        <Link
          to="/import"
          search={{ draft: uploadId }}
          className="block truncate text-14 font-medium underline-offset-2 hover:underline max-md:py-3"
          title={filename}
        >
          {filename}
        </Link>
        <p className="text-13 text-muted tabular-nums">
          {formatCount(totalRows, 'row')} · by {createdBy} · changed{' '}
          <Moment time={changedAt} by={changedBy} /> ·{' '}
          <time dateTime={expiresAt} title={`Expires ${formatDateTime(expiresAt)}`}>
            {timeLeft(expiresAt)}
          </time>
        </p>
      </div>
      <Link
        to="/import"
        search={{ draft: uploadId }}
        aria-label={`Continue ${filename}`}
        className={buttonClass('secondary', 'small')}
      >
        Continue
      </Link>
      <IconButton icon={Trash2} side="left" label={`Discard ${filename}`} onClick={onDiscard} />
    </li>
  );
}
