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

/** Outcome of a comparison of changed leads. */
export type LinkOutcome = 'complete' | { scanInMs: number };

/** Compares the leads that changed. If that isn't enough, asks for a scan of all leads unless the last one was too recent. */
export async function linkOrScan(scope: OrganizationScope): Promise<LinkOutcome> {
  if (await scope.transaction(isSmallOrganization)) await scanDuplicates(scope);
  else if (!(await linkChangedLeads(scope)))
    return { scanInMs: await scope.transaction(requestUnlessRecent) };
  return 'complete';
}

async function requestWhenStale(tx: TenantTransaction): Promise<boolean> {
  const scan = await findScan(tx);
  if (scan?.isRunning && scan.sinceRequest < LOST_AFTER_MS) return true;
  const total = await totalOf(tx, 'all', ['']);
  if (scan?.sinceEnd != null && total <= scan.leads * GROWTH && !scan.isRunning) return false;
  return (await requestUnlessRecent(tx)) === 0;
}

/** Asks for a scan, unless the last one was too recent; returns the milliseconds until it may start. */
async function requestUnlessRecent(tx: TenantTransaction): Promise<number> {
  const scan = await findScan(tx);
  if (scan?.isRunning && scan.sinceRequest < LOST_AFTER_MS) return 0;
  if (scan?.sinceEnd != null && !scan.isRunning) {
    const left = Math.max(SCAN_INTERVAL_MS, scan.took * SCAN_SHARE) - scan.sinceEnd;
    if (left > 0) return left;
  }
  await requestScan(tx);
  return 0;
}
