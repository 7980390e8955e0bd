import { z } from 'zod';

// Schemas that many entities share.

export const id = z.uuid();
export const idParams = z.object({ id });
export const time = z.iso.datetime();
export const messageReply = z.object({ message: z.string() });
