import type { GridChange, GridEvent } from '#contract/import-fixing.ts';

/** A begun change that failed, or whose end is unknown. */
export class GridChangeFailed extends Error {}

/** Follows a change to its end. @throws GridChangeFailed with a message for the user */
export async function lastGridChange(
  events: AsyncGenerator<GridEvent>,
  onProgress: (percent: number) => void,
): Promise<GridChange> {
  for await (const event of events) {
    if (event.type === 'complete') return event.change;
    if (event.type === 'error') throw new GridChangeFailed(event.message);
    onProgress(event.progress);
  }
  throw new GridChangeFailed('The connection was lost. The change continues on the server.');
}
