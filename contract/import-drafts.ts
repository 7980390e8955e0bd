import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan } from './imports.ts';
import { DRAFTS_PATH } from './live-paths.ts';
import { id, idParams, messageReply, time } from './shapes.ts';
import { uploadReply } from './uploads.ts';

/** Days a draft is kept after its last change. */
export const DRAFT_DAYS = 7;

const draftStep = z.enum(['upload', 'map']);

/** An upload with its import choices, shared by the organization and identified by the upload's id. */
export const savedDraft = z.object({
  uploadId: id,
  filename: z.string(),
  /** Data rows of the chosen sheet. */
  totalRows: z.number().int(),
  /** Wizard step to resume at. */
  step: draftStep,
  /** Number of the last change, from 1. */
  revision: z.number().int(),
  createdBy: z.string(),
  createdAt: time,
  changedBy: z.string(),
  changedAt: time,
  expiresAt: time,
});

export type SavedDraft = z.infer<typeof savedDraft>;

const openedDraft = savedDraft.extend({ plan: importPlan, upload: uploadReply });

export type OpenedDraft = z.output<typeof openedDraft>;

export const listDrafts = endpoint({
  method: 'GET',
  path: DRAFTS_PATH,
  access: 'user',
  reply: z.array(savedDraft),
});

export const createDraft = endpoint({
  method: 'POST',
  path: DRAFTS_PATH,
  access: 'user',
  input: { body: z.strictObject({ uploadId: id, plan: importPlan, step: draftStep }) },
  status: 201,
  reply: savedDraft,
  errors: ['invalid_input', 'not_found'],
});

export const getDraft = endpoint({
  method: 'GET',
  path: `${DRAFTS_PATH}/:id`,
  access: 'user',
  input: { params: idParams },
  reply: z.discriminatedUnion('state', [
    openedDraft.extend({ state: z.literal('open') }),
    z.object({ state: z.literal('imported'), importId: id, filename: z.string() }),
  ]),
  errors: ['not_found'],
});

export const saveDraft = endpoint({
  method: 'PATCH',
  path: `${DRAFTS_PATH}/:id`,
  access: 'user',
  input: {
    params: idParams,
    body: z.strictObject({
      /** Revision that the caller edited. */
      revision: z.number().int().min(1).max(2_147_483_647),
      plan: importPlan.optional(),
      step: draftStep.optional(),
    }),
  },
  reply: savedDraft,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const discardDraft = endpoint({
  method: 'DELETE',
  path: `${DRAFTS_PATH}/:id`,
  access: 'user',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found'],
});

export const restoreDraft = endpoint({
  method: 'POST',
  path: `${DRAFTS_PATH}/:id/restore`,
  access: 'user',
  input: { params: idParams },
  reply: savedDraft,
  errors: ['not_found'],
});
