import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { leadDetail, nextStep } from './leads.ts';
import { NOTE_MAX } from './limits.ts';
import { OWNERS_PATH } from './live-paths.ts';
import { id, idParams } from './shapes.ts';

export const listOwners = endpoint({
  method: 'GET',
  path: OWNERS_PATH,
  access: 'user',
  reply: z.array(z.object({ id, username: z.string() })),
});

export const CALL_OUTCOMES = ['reached', 'noAnswer', 'wrongNumber', 'callBack'] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const logCall = endpoint({
  method: 'POST',
  path: '/api/leads/:id/call-outcome',
  access: 'user',
  input: {
    params: idParams,
    body: z
      .strictObject({
        outcome: z.enum(CALL_OUTCOMES),
        note: z.string().trim().max(NOTE_MAX).optional(),
        /** By default tomorrow after `noAnswer`, and none after `reached` and `wrongNumber`. */
        nextStep: nextStep.nullish(),
      })
      .refine(({ outcome, nextStep: next }) => outcome !== 'callBack' || next, {
        path: ['nextStep'],
        error: 'Enter the day to call back',
      }),
  },
  reply: leadDetail,
  errors: ['invalid_input', 'not_found', 'conflict'],
});
