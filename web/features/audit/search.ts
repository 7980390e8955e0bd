import { z } from 'zod';

/** Search parameters of the audit logs; malformed values are dropped. */
export const auditSearch = z.object({
  /** Action to filter by; an unknown one means no filter. */
  action: z.string().max(100).optional().catch(undefined),
  /** Username to filter by. */
  user: z.string().max(200).optional().catch(undefined),
  /** First and last day, `yyyy-mm-dd` in the user's time zone. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  /** Page number, present only from 2 on. */
  page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined),
  /** Part of a username or IP address to search for on this page. */
  search: z.string().max(200).optional().catch(undefined),
  /** ID of the entry whose details are open. */
  entry: z.uuid().optional().catch(undefined),
});

export type AuditSearch = z.infer<typeof auditSearch>;
