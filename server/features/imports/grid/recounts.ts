import type { Context } from '../../../platform/context/context.ts';
import { gridInThread } from './grid-threads.ts';

/**
 * Recounts of grids in the background, one at a time for each grid on this server. A recount that a killed server left
 * begins again when somebody looks at the grid.
 */
export class Recounts {
  private readonly running = new Set<string>();
  private readonly context: Pick<Context, 'threads' | 'log'>;

  constructor(context: Pick<Context, 'threads' | 'log'>) {
    this.context = context;
  }

  /** Begins a recount unless it is running. */
  begin(organizationId: string, uploadId: string): void {
    if (this.running.has(uploadId)) return;
    this.running.add(uploadId);
    void this.run(organizationId, uploadId);
  }

  private async run(organizationId: string, uploadId: string): Promise<void> {
    const { threads, log } = this.context;
    try {
      await gridInThread(threads, organizationId, { kind: 'recount', uploadId });
    } catch (error) {
      log.error({ err: error, uploadId }, 'recount of a grid failed');
    } finally {
      this.running.delete(uploadId);
    }
  }
}
