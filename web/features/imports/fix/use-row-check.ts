import { useQuery, useQueryClient } from '@tanstack/react-query';
import { checkImport } from '#contract/import-dry-run.ts';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { followCall } from '../../../lib/stream.ts';
import { gridQuery } from '../results/grid-query.ts';

/** The message is for the user. */
class CheckFailed extends Error {}

/** Returns a failed check's message. */
export function checkFailure(error: Error): string {
  return error instanceof CheckFailed
    ? error.message
    : messageOf(error, 'Check your connection and try again.');
}

/** Checks a file imported without a check, to show its rows; leaving aborts it. */
export function useRowCheck(uploadId: string, grid: ImportGrid | undefined) {
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
