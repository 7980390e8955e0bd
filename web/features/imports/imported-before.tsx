import { Link } from '@tanstack/react-router';
import type { Upload } from '#contract/uploads.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';

const LINK = 'font-medium wrap-anywhere underline underline-offset-2';

/** Warns of a file with identical content imported before. */
export function ImportedBefore({ upload: { importedBefore } }: { upload: Upload }) {
  const [last] = importedBefore;
  if (!last) return null;
  const others = importedBefore.length - 1;
  return (
    <Notice tone="caution" title="This file was imported before">
      <Link to="/history" search={{ import: last.importId }} className={LINK}>
        {last.filename}
      </Link>{' '}
      has the same content. {last.createdBy} imported it on {formatDateTime(last.createdAt)} and created{' '}
      {formatCount(last.imported, 'lead')}
      {last.correction && (
        <>
          . See also the{' '}
          <Link to="/history" search={{ import: last.correction.importId }} className={LINK}>
            correction of {last.filename}
          </Link>{' '}
          by {last.correction.createdBy} on {formatDateTime(last.correction.createdAt)}
        </>
      )}
      {others > 0 && `. ${formatCount(others, 'earlier import')} had it too`}. Existing leads won't be created
      again.
    </Notice>
  );
}
