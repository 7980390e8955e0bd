import type { FastifyInstance } from 'fastify';
import { createDemoData, getDemoData, removeDemoData } from '#contract/demo-data.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { addSampleData, removeSampleData } from './demo-data.ts';
import { countSampleLeads } from './writes.ts';

export function demoDataRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getDemoData, async (_input, { scope }) => ({
    leads: await scope.transaction(countSampleLeads),
  }));

  serve(app, context, createDemoData, async (_input, caller) => ({
    leads: await caller.scope.transaction((tx) => addSampleData(tx, editorOf(caller))),
  }));

  serve(app, context, removeDemoData, async (_input, caller) => {
    await caller.scope.transaction((tx) => removeSampleData(tx, editorOf(caller)));
    return { leads: null };
  });
}
