import { keepPreviousData } from '@tanstack/react-query';
import { AUDIT_PAGE_SIZE, type AuditAction, listAuditLogs } from '#contract/audit-logs.ts';
import { queryOf } from '../../lib/query.ts';

/**
 * Returns the query of a page of the audit trail; refetched each time it is shown, because every action adds
 * entries. `page` starts at 1.
 */
export function auditQuery(page: number, action: AuditAction | undefined) {
  const offset = (page - 1) * AUDIT_PAGE_SIZE;
  return {
    ...queryOf(listAuditLogs, { query: { limit: AUDIT_PAGE_SIZE, offset, ...(action && { action }) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  };
}
