import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

/** @throws ZodError if the reply violates the contract */
export function checkReply<E extends Endpoint, T>({ reply }: E, made: T): T {
  const { error } = z.safeEncode(reply, made as z.output<E['reply']>);
  if (error !== undefined) throw error;
  return made;
}
