import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { checkImport, importCheckEvent } from '#contract/import-dry-run.ts';
import type { Context } from '../../platform/context/context.ts';
import { serveRaw } from '../../platform/http/bind.ts';
import { sendEventStream } from '../../platform/http/event-stream.ts';
import { type CheckToFollow, DRY_RUN, followCheck } from './dry-run/follow-check.ts';
import { RunningChecks } from './dry-run/running-checks.ts';
import { CHECK_GRID } from './grid/grid-threads.ts';
import { plannedUpload } from './plan/planned-upload.ts';
import { withSavedMaps } from './values/saved-maps.ts';

/** Registers the dry run of an import. It stops when the client disconnects. */
export function importCheckRoutes(app: FastifyInstance, context: Context): void {
  const checks = new RunningChecks();

  serveRaw(
    app,
    context,
    checkImport,
    async ({ scope, account, request, reply }, { body: { uploadId, grid, ...plan } }) => {
      const { upload, customFields } = await plannedUpload(context, scope, uploadId, plan);
      // A grid keeps the plan of its draft, in which the screen has written what is remembered.
      const checked = grid ? plan : await scope.transaction((tx) => withSavedMaps(tx, plan, customFields));
      const ending = checks.begin(account);
      const leave = (): void => {
        ending.abort();
        checks.end(ending);
      };
      reply.raw.once('close', leave);
      // A client that has already disconnected emits no further close event.
      if (reply.raw.destroyed) leave();
      const { id, filename, size, format, columns, totalRows } = upload;
      const file = { filename, size, format, columns, totalRows };
      const check = {
        organizationId: scope.organizationId,
        task: { uploadId: id, ...file, plan: checked, region: regionOf(request.headers['accept-language']) },
        signal: ending.signal,
        thread: grid ? CHECK_GRID : DRY_RUN,
      };
      sendEventStream(context.metrics, reply, Readable.from(checkEventLines(context, check)));
    },
  );
}

async function* checkEventLines(context: Context, check: CheckToFollow): AsyncGenerator<string> {
  for await (const event of followCheck(context, check)) {
    yield `data: ${JSON.stringify(importCheckEvent.parse(event))}\n\n`;
  }
}

/** Returns the alpha-2 code of the first language that names a region, such as US of en-US; null if none does. */
function regionOf(languages: string | undefined): string | null {
  return /-([a-z]{2})\b/i.exec(languages ?? '')?.[1]?.toUpperCase() ?? null;
}
