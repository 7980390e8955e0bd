import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileX2, ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { DRAFT_DAYS } from '#contract/import-drafts.ts';
import { checkImport } from '#contract/import-dry-run.ts';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { followCall } from '../../../lib/stream.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ScreenPage } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { StepIndicator } from '../../../ui/step-indicator.tsx';
import { gridQuery } from '../results/queries.ts';
import { IMPORT_STEPS } from '../step-footer.tsx';
import { BackToMapping, FixWorkspace } from './fix-workspace.tsx';
import { type FixSearch, gridFilterOf } from './rows/fix-search.ts';
import { summaryText } from './rows/fix-texts.ts';
import { gridListQuery } from './rows/use-fix-rows.ts';

/** The message is for the user. */
class CheckFailed extends Error {}

function checkFailure(error: Error): string {
  return error instanceof CheckFailed
    ? error.message
    : messageOf(error, 'Check your connection and try again.');
}

/** Checks a file imported without a check, to show its rows; leaving aborts it. */
function useRowCheck(uploadId: string, grid: ImportGrid | undefined) {
  const client = useQueryClient();
  const isImported = grid?.lastImport != null && grid.lastImport.status !== 'processing';
  return useQuery({
    queryKey: ['grid check', uploadId] as const,
    queryFn: async ({ signal }) => {
      const body = { ...grid?.plan, fieldMapping: grid?.plan?.fieldMapping ?? {}, uploadId, grid: true };
      for await (const event of followCall(checkImport, { body }, signal)) {
        if (event.type === 'error') throw new CheckFailed(event.message);
      }
      await client.invalidateQueries({ queryKey: gridQuery(uploadId).queryKey });
      return null;
    },
    enabled: isImported && grid?.state === 'none' && grid.plan !== null,
    gcTime: 0,
  });
}

const CHECKING_POLL_MS = 3_000;

interface FixRowsScreenProps {
  search: FixSearch;
  onFilter: (change: Partial<FixSearch>) => void;
  /** Receives the import's ID once it has begun. */
  onImport: (importId: string) => void;
}

export function FixRowsScreen({ search, onFilter, onImport }: FixRowsScreenProps) {
  const { draft } = search;
  return draft === undefined ? (
    <Frame>
      <UploadGone />
    </Frame>
  ) : (
    <FixUpload key={draft} uploadId={draft} search={search} onFilter={onFilter} onImport={onImport} />
  );
}

function FixUpload({ uploadId, ...props }: FixRowsScreenProps & { uploadId: string }) {
  const query = useQuery({
    ...gridQuery(uploadId),
    // An aborted check ends without an event.
    refetchInterval: ({ state }) => (state.data?.state === 'checking' ? CHECKING_POLL_MS : false),
  });
  const { data: grid, error } = query;
  const check = useRowCheck(uploadId, grid);
  // Prefetches the rows; the workspace shows them.
  useQuery({ ...gridListQuery(uploadId, gridFilterOf(props.search)), notifyOnChangeProps: [] });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Frame>
        <UploadGone />
      </Frame>
    );
  }
  // Keeps loaded rows usable if refetching fails.
  if (error && !grid) {
    return (
      <Frame>
        <QueryError card title="Failed to fetch the rows" query={query} />
      </Frame>
    );
  }
  if (check.error) {
    return (
      <Frame>
        <QueryError
          card
          title="The rows couldn't be checked"
          text={checkFailure(check.error)}
          query={check}
        />
      </Frame>
    );
  }
  if (!grid || grid.state === 'checking' || check.isFetching) {
    return (
      <Frame>
        <Card>
          <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
            <Spinner />
            {grid ? 'Checking the whole file…' : 'Loading…'}
          </p>
        </Card>
      </Frame>
    );
  }
  if (grid.state === 'none') {
    return (
      <Frame>
        <EmptyState
          card
          icon={ListChecks}
          title="This file hasn't been checked yet"
          text="Map its columns first. Rows that need attention appear here once the whole file is checked."
          action={<BackToMapping uploadId={uploadId} primary />}
        />
      </Frame>
    );
  }
  return (
    <Frame
      summary={
        <span role="status" className="tabular-nums">
          {summaryText(grid)}
        </span>
      }
    >
      <FixWorkspace uploadId={uploadId} grid={grid} {...props} />
    </Frame>
  );
}

function Frame({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <ScreenPage
      wide
      title="Fix Rows"
      subtitle={summary ?? 'Correct rows with problems before you import them'}
      actions={
        <div className="max-lg:hidden">
          <StepIndicator label="Import steps" steps={IMPORT_STEPS} current={2} />
        </div>
      }
    >
      {/* Fills the height, so that the footer is at the bottom. */}
      <div className="-mb-4 flex min-h-[calc(100dvh-9.375rem)] flex-col gap-3 md:-mb-6">{children}</div>
    </ScreenPage>
  );
}

function UploadGone() {
  return (
    <EmptyState
      card
      icon={FileX2}
      title="This file is no longer available"
      text={`Drafts are deleted ${DRAFT_DAYS} days after their last change. Upload the file again to import it.`}
      action={
        <Link to="/import" className={buttonClass('primary')}>
          Start a New Import
        </Link>
      }
    />
  );
}
