import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DUPLICATE_RULES_PATH } from './live-paths.ts';

const duplicateRules = z.strictObject({
  /** After an import, its new leads that are certainly the same person as another lead are merged with it. */
  mergeCertain: z.boolean(),
});

export const getDuplicateRules = endpoint({
  method: 'GET',
  path: DUPLICATE_RULES_PATH,
  access: 'user',
  reply: duplicateRules,
});

export const setDuplicateRules = endpoint({
  method: 'PUT',
  path: DUPLICATE_RULES_PATH,
  access: 'admin',
  input: { body: duplicateRules },
  reply: duplicateRules,
  errors: ['forbidden', 'invalid_input'],
});
