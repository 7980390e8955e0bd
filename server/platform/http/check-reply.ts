import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

/**
 * Returns a reply that the contract allows.
 * @throws ZodError for any other: it was made here, so it becomes a server error
 */
export function checkReply<E extends Endpoint, T>({ reply }: E, made: T): T {
  const { error } = z.safeEncode(reply, made as z.output<E['reply']>);
  if (error !== undefined) throw error;
  return made;
}
