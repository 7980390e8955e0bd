import { z } from 'zod';

/** The address of the documentation; without a tab it is Create Lead, without a language curl. */
export const docsSearch = z.object({
  tab: z.enum(['update', 'list', 'batch']).optional().catch(undefined),
  lang: z.enum(['javascript', 'python']).optional().catch(undefined),
});

export type DocsSearch = z.infer<typeof docsSearch>;
