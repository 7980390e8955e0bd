import { totalOf } from '../../lead/stats/stat-reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { linkChangedLeads } from './link-changed.ts';
import { findScan } from './reads.ts';
import { requestScan, scanDuplicates } from './scan-writes.ts';

/** Organizations with up to this many leads are scanned for every response, which takes some 20 ms. */
const IMMEDIATE_SCAN_MAX_LEADS = 100;
/** Larger organizations are scanned in the background, at most once in this many milliseconds. */
const SCAN_INTERVAL_MS = 60_000;
/** Scans take at most one part in this many of the time. */
const SCAN_SHARE = 20;
/** Growth since the last scan from which all leads are scanned; fewer new ones are compared as they come. */
const GROWTH = 1.2;
/** Milliseconds after which a scan that was asked for is queued again, in case its job was lost. */
const LOST_AFTER_MS = 15 * 60_000;

/**
 * Brings the stored pairs up to date: immediately in a small organization, through a background job in a large one.
 * Returns whether the job is still to finish.
 */
export async function scanWhenStale(scope: OrganizationScope): Promise<boolean> {
  const isSmall = await scope.transaction(isSmallOrganization);
  if (isSmall) await scanDuplicates(scope);
  return isSmall ? false : scope.transaction(requestWhenStale);
}

async function isSmallOrganization(tx: TenantTransaction): Promise<boolean> {
  return (await totalOf(tx, 'all', [''])) <= IMMEDIATE_SCAN_MAX_LEADS;
}

/** Compares the leads that changed; scans all of them if that isn't enough. */
export async function linkOrScan(scope: OrganizationScope): Promise<void> {
  if (await scope.transaction(isSmallOrganization)) await scanDuplicates(scope);
  else if (!(await linkChangedLeads(scope))) await scope.transaction(requestUnlessRecent);
}

async function requestWhenStale(tx: TenantTransaction): Promise<boolean> {
  const scan = await findScan(tx);
  if (scan?.isRunning && scan.sinceRequest < LOST_AFTER_MS) return true;
  const total = await totalOf(tx, 'all', ['']);
  if (scan?.sinceEnd != null && total <= scan.leads * GROWTH && !scan.isRunning) return false;
  return requestUnlessRecent(tx);
}

/** Asks for a scan, unless the last one was too recent; returns whether it is still to finish. */
async function requestUnlessRecent(tx: TenantTransaction): Promise<boolean> {
  const scan = await findScan(tx);
  if (scan?.isRunning && scan.sinceRequest < LOST_AFTER_MS) return true;
  const isFresh =
    scan?.sinceEnd != null && scan.sinceEnd < Math.max(SCAN_INTERVAL_MS, scan.took * SCAN_SHARE);
  if (isFresh && !scan.isRunning) return false;
  await requestScan(tx);
  return true;
}
