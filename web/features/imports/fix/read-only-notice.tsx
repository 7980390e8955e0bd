import { Link } from '@tanstack/react-router';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface ReadOnlyNoticeProps {
  grid: Pick<ImportGrid, 'lastImport'>;
  /** Why the server refused the last change, or null. */
  blocked: string | null;
  onRetry: () => void;
}

/** Explains why rows can't be changed, such as during an import. */
export function ReadOnlyNotice({ grid: { lastImport }, blocked, onRetry }: ReadOnlyNoticeProps) {
  if (lastImport?.status === 'processing') {
    return (
      <Notice
        title="This file is being imported"
        action={
          <Link
            to="/history"
            search={{ import: lastImport.importId }}
            className="shrink-0 underline underline-offset-2"
          >
            Open Import
          </Link>
        }
      >
        You can change rows again when the import finishes.
      </Notice>
    );
  }
  if (blocked === null) return null;
  return (
    <Notice
      tone="caution"
      title="Rows can't be changed right now"
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {blocked}
    </Notice>
  );
}
