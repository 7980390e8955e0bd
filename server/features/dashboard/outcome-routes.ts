import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exportOutcomes, listOutcomes, OUTCOME_FIGURES_MAX, saveSourceCost } from '#contract/outcomes.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { outcomesCsv, outcomesOfPeriod } from './outcome-figures.ts';
import { sourceCosts, writeSourceCost } from './source-cost-writes.ts';

/** Registers the figures of what became of sales, without data of leads. */
export function outcomeFigureRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  serve(app, context, listOutcomes, async ({ query }, { scope }) => {
    const { rows, ...figures } = await scope.transaction((tx) => outcomesOfPeriod(tx, query));
    const shown = rows.slice(0, OUTCOME_FIGURES_MAX);
    return { ...figures, rows: shown, leftOut: rows.length - shown.length };
  });

  serve(app, context, saveSourceCost, ({ body }, caller) =>
    caller.scope.transaction(async (tx) => {
      await writeSourceCost(tx, body, editorOf(caller));
      return { costs: await sourceCosts(tx) };
    }),
  );

  serveRaw(app, context, exportOutcomes, async ({ scope, reply }, { query }) => {
    const { from, to, rows } = await scope.transaction((tx) => outcomesOfPeriod(tx, query));
    await downloads.sendFile(scope.organizationId, reply, {
      filename: `outcomes-${from}-${to}.csv`,
      chunks: Readable.from([outcomesCsv(rows)]),
    });
  });
}
