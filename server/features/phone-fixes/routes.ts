import type { FastifyInstance } from 'fastify';
import { fixPhones, invalidPhoneCountries, invalidPhoneStats, previewFixPhones } from '#contract/phones.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { cachedStatistics } from './cached-statistics.ts';
import { previewFixes } from './preview.ts';
import { fixAllPhones } from './start-fix.ts';

/**
 * Registers the routes for invalid phones: statistics by country, and fixing them with the country's calling prefix.
 */
export function phoneFixRoutes(app: FastifyInstance, context: Context): void {
  const statisticsOf = cachedStatistics(context.notices);

  serve(app, context, invalidPhoneStats, async (_input, { scope }) => (await statisticsOf(scope)).stats);

  serve(
    app,
    context,
    invalidPhoneCountries,
    async (_input, { scope }) => (await statisticsOf(scope)).countries,
  );

  serve(app, context, previewFixPhones, (_input, { scope }) => previewFixes(scope));

  serve(app, context, fixPhones, (_input, caller) => fixAllPhones(caller.scope, editorOf(caller)));
}
