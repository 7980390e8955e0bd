import { type Context, scopeOf } from '../../../platform/context/context.ts';
import { plannedUpload } from '../plan/planned-upload.ts';
import { CHANGE_GRID, CHECK_GRID } from './grid-threads.ts';
import { isFilled } from './session/grid-session.ts';
import { findGrid } from './statements/grid-reads.ts';

/** Recounts grids in the background, each once at a time. One that a killed server left begins again when somebody looks at the grid. */
export class Recounts {
  private readonly running = new Set<string>();
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  /** Begins a recount unless it is running. */
  begin(organizationId: string, uploadId: string): void {
    if (this.running.has(uploadId)) return;
    this.running.add(uploadId);
    void this.run(organizationId, uploadId);
  }

  private async run(organizationId: string, uploadId: string): Promise<void> {
    try {
      await this.recount(organizationId, uploadId);
    } catch (error) {
      this.context.log.error({ err: error, uploadId }, 'recount of a grid failed');
    } finally {
      this.running.delete(uploadId);
    }
  }

  /** Settles the rows of new leads in place; an update is checked again, as its outcomes depend on leads. */
  private async recount(organizationId: string, uploadId: string): Promise<void> {
    const { context } = this;
    const scope = scopeOf(context, organizationId);
    const grid = await scope.transaction((tx) => findGrid(tx, uploadId));
    if (!isFilled(grid)) return;
    const { plan } = grid;
    if (plan.importMode.mode === 'create') {
      await context.threads.run(CHANGE_GRID, organizationId, { kind: 'recount', uploadId });
      return;
    }
    const { upload } = await plannedUpload(context, scope, uploadId, plan);
    const { id: _id, preview: _preview, previewNumbers: _numbers, ...file } = upload;
    await context.threads.run(CHECK_GRID, organizationId, { uploadId, ...file, plan });
  }
}
