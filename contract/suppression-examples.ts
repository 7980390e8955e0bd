import type { z } from 'zod';
import type {
  publicAddSuppressions,
  publicCheckSuppressions,
  publicCreateSuppressionList,
  publicDeleteSuppressionList,
  publicImportSuppressions,
  publicSuppressionLists,
  publicSuppressions,
} from './suppressions.ts';

type Replies<E extends { reply: z.ZodType }> = z.output<E['reply']>;
type Bodies<E extends { input: { body: z.ZodType } }> = z.input<E['input']['body']>;

const createdAt = '2026-02-01T09:30:00.000Z';
const LIST_ID = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e40';
const ENTRY_ID = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e41';
const OPERATION_ID = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e42';

const list = {
  ...{ id: LIST_ID, name: 'Do not contact', customerNumber: null, entries: 1250, createdAt, isDefault: true },
};

const lists = { reply: { success: true, lists: [list] } satisfies Replies<typeof publicSuppressionLists> };

const createList = {
  request: { name: 'Acme: opted out', customerNumber: 'C-1042' } satisfies Bodies<
    typeof publicCreateSuppressionList
  >,
  reply: {
    success: true,
    ...list,
    ...{ name: 'Acme: opted out', customerNumber: 'C-1042', entries: 0, isDefault: false },
  } satisfies Replies<typeof publicCreateSuppressionList>,
};

const deleteList = {
  params: { id: LIST_ID },
  reply: { success: true, message: 'The list was deleted' } satisfies Replies<
    typeof publicDeleteSuppressionList
  >,
};

const entries = {
  query: { search: 'jane@example.com' },
  reply: {
    success: true,
    entries: [
      {
        ...{ id: ENTRY_ID, listId: LIST_ID, kind: 'email', hint: 'j…@example.com', hash: null },
        ...{ reason: 'Asked by phone', source: null, expiresAt: null, createdAt, createdBy: 'sam' },
      },
    ],
    total: 1,
  } satisfies Replies<typeof publicSuppressions>,
};

const add = {
  request: {
    entries: ['jane@example.com', '+4915112345678', '@example.org', '+4487*'],
    reason: 'Asked by phone',
  } satisfies Bodies<typeof publicAddSuppressions>,
  reply: { success: true, added: 4, existing: 0, invalid: [], leads: 1 } satisfies Replies<
    typeof publicAddSuppressions
  >,
};

const importFile = {
  reply: {
    success: true,
    ...{ id: OPERATION_ID, action: 'suppress', status: 'completed', total: 3, done: 3 },
    ...{ changed: 2, unchanged: 1, refused: 0, suppressed: 0, undone: false, detail: 'opted-out.csv' },
    ...{ added: 2, existing: 1, invalid: 0, createdBy: 'API: CRM', createdAt, finishedAt: createdAt },
  } satisfies Replies<typeof publicImportSuppressions>,
};

const remove = { params: { id: ENTRY_ID }, reply: undefined };

const check = {
  request: { entries: ['jane@example.com', 'joe@example.net'] } satisfies Bodies<
    typeof publicCheckSuppressions
  >,
  reply: {
    success: true,
    results: [
      { entry: 'jane@example.com', suppressed: true, lists: ['Do not contact'] },
      { entry: 'joe@example.net', suppressed: false, lists: [] },
    ],
  } satisfies Replies<typeof publicCheckSuppressions>,
};

/** A working request and its reply per call. */
export const SUPPRESSION_EXAMPLES = {
  ...{ lists, createList, deleteList, entries, add, importFile, remove, check },
} as const;
