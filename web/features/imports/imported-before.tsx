import { Link } from '@tanstack/react-router';
import type { Upload } from '#contract/uploads.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** Warns of a file with identical content imported before. */
export function ImportedBefore({ upload: { importedBefore } }: { upload: Upload }) {
  const [last] = importedBefore;
  if (!last) return null;
  const others = importedBefore.length - 1;
  return (
    <Notice tone="caution" title="This file was imported before">
      <Link
        to="/history"
        search={{ import: last.importId }}
        className="font-medium wrap-anywhere underline underline-offset-2"
      >
        {last.filename}
      </Link>{' '}
      has the same content. {last.createdBy} imported it on {formatDateTime(last.createdAt)} and created{' '}
      {formatCount(last.imported, 'lead')}
      {others > 0 && `. ${formatCount(others, 'earlier import')} had it too`}. Existing leads won't be created
      again.
    </Notice>
  );
}
