import { z } from 'zod';

/** The address of the audit logs; what is malformed is left out. */
export const auditSearch = z.object({
  /** An action; one that there is not is no filter. */
  action: z.string().max(100).optional().catch(undefined),
  /** Above 1 alone. */
  page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined),
  /** A part of a username or an address, looked for on this page. */
  search: z.string().max(200).optional().catch(undefined),
  /** The entry whose details are open. */
  entry: z.uuid().optional().catch(undefined),
});

export type AuditSearch = z.infer<typeof auditSearch>;
