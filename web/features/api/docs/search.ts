import { z } from 'zod';

/** Search parameters of the documentation; the default tab is Create Lead, the default language curl. */
export const docsSearch = z.object({
  tab: z.enum(['update', 'list', 'batch']).optional().catch(undefined),
  lang: z.enum(['javascript', 'python']).optional().catch(undefined),
});

export type DocsSearch = z.infer<typeof docsSearch>;
