import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { columnsInput } from './exports.ts';
import { id, idParams, messageReply } from './shapes.ts';

/** Columns of exports under a name, for the whole organization. */
export const columnSet = z.object({ id, name: z.string(), columns: z.array(z.string()) });

export type ColumnSet = z.infer<typeof columnSet>;

const content = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(100),
  columns: columnsInput,
});

export const listColumnSets = endpoint({
  method: 'GET',
  path: '/api/column-sets',
  access: 'user',
  reply: z.array(columnSet),
});

export const createColumnSet = endpoint({
  method: 'POST',
  path: '/api/column-sets',
  access: 'user',
  input: { body: content },
  status: 201,
  reply: columnSet,
  errors: ['invalid_input', 'conflict'],
});

export const updateColumnSet = endpoint({
  method: 'PATCH',
  path: '/api/column-sets/:id',
  access: 'user',
  input: { params: idParams, body: content.partial() },
  reply: columnSet,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

/** Customers with the set get all columns. */
export const deleteColumnSet = endpoint({
  method: 'DELETE',
  path: '/api/column-sets/:id',
  access: 'user',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found'],
});
