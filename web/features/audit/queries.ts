import { keepPreviousData } from '@tanstack/react-query';
import { AUDIT_PAGE_SIZE, type AuditAction, listAuditLogs } from '#contract/audit-logs.ts';
import { queryOf } from '../../lib/query.ts';

/** A page of the audit trail, read anew whenever it is shown: everything that is done adds to it. `page` is from 1. */
export function auditQuery(page: number, action: AuditAction | undefined) {
  const offset = (page - 1) * AUDIT_PAGE_SIZE;
  return {
    ...queryOf(listAuditLogs, { query: { limit: AUDIT_PAGE_SIZE, offset, ...(action && { action }) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  };
}
