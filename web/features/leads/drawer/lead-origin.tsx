import { Link } from '@tanstack/react-router';
import type { LeadDetail } from '#contract/leads.ts';
import { formatDateTime, formatRelative } from '../../../lib/format.ts';

/** Origin of a lead; links to all leads of its import. */
export function LeadOrigin({ lead }: { lead: LeadDetail }) {
  const { importId, importFilename, createdAt, events } = lead;
  const author = events.find(({ kind }) => kind === 'created')?.actor;
  return (
    <p className="-mb-2 text-13 break-words text-muted">
      {importId === null ? (
        <>Added{author !== undefined && ` by ${author}`}</>
      ) : (
        <>
          Imported from{' '}
          <Link
            to="/leads"
            search={{ import: importId }}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {importFilename ?? 'a file'}
          </Link>
        </>
      )}{' '}
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatRelative(createdAt)}
      </time>
    </p>
  );
}
