import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { AuditLog } from '#contract/audit-logs.ts';
import { type SentencePart, sentenceOf } from './sentence.ts';

const LINK = 'relative rounded-[4px] underline underline-offset-2';

/** Sentence about an entry, linked to its lead or import. */
export function Activity({ entry }: { entry: AuditLog }) {
  return (
    <>
      <span className="font-medium wrap-anywhere">{entry.username}</span>{' '}
      {sentenceOf(entry).map((part) => (
        <PartOf key={typeof part === 'string' ? part : part.text} part={part} />
      ))}
    </>
  );
}

function PartOf({ part }: { part: SentencePart }) {
  if (typeof part === 'string') return <span className="wrap-anywhere">{part}</span>;
  if ('lead' in part) {
    return (
      <Link to="/leads" search={{ lead: part.lead }} className={LINK} onClick={stopPropagation}>
        {part.text}
      </Link>
    );
  }
  return (
    <Link to="/history" search={{ import: part.import }} className={LINK} onClick={stopPropagation}>
      {part.text}
    </Link>
  );
}

/** Keeps clicks on links from opening the entry. */
function stopPropagation(event: MouseEvent): void {
  event.stopPropagation();
}
