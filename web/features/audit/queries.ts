import { keepPreviousData } from '@tanstack/react-query';
import { AUDIT_ACTIONS, AUDIT_PAGE_SIZE, type AuditFilter, listAuditLogs } from '#contract/audit-logs.ts';
import { queryOf } from '../../lib/query.ts';
import type { AuditSearch } from './search.ts';

/** Returns the server's filter; days are in the user's time zone. */
export function auditFilterOf({ action, user, from, to }: AuditSearch): AuditFilter {
  const known = AUDIT_ACTIONS.find((one) => one === action);
  return {
    ...(known && { action: known }),
    ...(user && { user }),
    ...(from && { from: startOfDay(from, 0) }),
    ...(to && { to: startOfDay(to, 1) }),
  };
}

/** Returns when a day begins in the user's time zone, `later` days later. */
function startOfDay(day: string, later: number): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** Query of a page of the audit trail, refetched on opening; `page` starts at 1. */
export function auditQuery(page: number, filter: AuditFilter) {
  const offset = (page - 1) * AUDIT_PAGE_SIZE;
  return {
    ...queryOf(listAuditLogs, { query: { limit: AUDIT_PAGE_SIZE, offset, ...filter } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  };
}
