import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listCustomFields } from '#contract/custom-fields.ts';
import type { ChangeEvent } from '#contract/events.ts';
import { listLeadStatuses } from '#contract/lead-statuses.ts';
import { listLeads } from '#contract/leads.ts';
import {
  CUSTOMERS_PATH,
  DASHBOARD_PATH,
  DRAFTS_PATH,
  DUPLICATES_PATH,
  GRIDS_PATH,
  IMPORT_QUEUE_PATH,
  IMPORTS_PATH,
  PREVIEW_PATH,
  VIEW_COUNTS_PATH,
} from '#contract/live-paths.ts';
import { openChangeStream, type StreamHost } from './change-stream.ts';
import { queryClient } from './query.ts';
import { throttleRefetch } from './refetch-throttle.ts';
import { serverReach } from './server-reach.ts';

type Kind = Exclude<ChangeEvent['type'], 'hello'>;

const EVERY_MS = 1000;

/** Paths whose queries, at or below them, a kind of change affects. */
const PATHS: Record<Kind, readonly string[]> = {
  leads: [
    listLeads.path,
    `${listLeadStatuses.path}/usage`,
    DUPLICATES_PATH,
    DASHBOARD_PATH,
    CUSTOMERS_PATH,
    VIEW_COUNTS_PATH,
  ],
  imports: [IMPORTS_PATH, IMPORT_QUEUE_PATH, DASHBOARD_PATH],
  fields: [listCustomFields.path, listLeadStatuses.path, listLeads.path, `${DASHBOARD_PATH}/statuses`],
  drafts: [DRAFTS_PATH],
  grids: [GRIDS_PATH],
  queue: [IMPORT_QUEUE_PATH],
};
const KINDS = Object.keys(PATHS) as Kind[];

/** Returns whether the changes may affect a path's queries; previews show a file, not stored data. */
export function isTouched(path: unknown, kinds: ReadonlySet<Kind>): boolean {
  if (typeof path !== 'string' || path === PREVIEW_PATH) return false;
  const stems = [...kinds].flatMap((kind) => PATHS[kind]);
  return stems.some((stem) => path === stem || path.startsWith(`${stem}/`));
}

/** Invalidates affected queries. Initial fetches run again, because their answer may predate the change. */
export async function refetchTouched(client: QueryClient, kinds: ReadonlySet<Kind>): Promise<void> {
  const predicate = ({ queryKey: [path] }: Query) => isTouched(path, kinds);
  const first = client
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  const again = first.map(async (query) => {
    await Promise.allSettled([query.promise]);
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
  await Promise.all([client.invalidateQueries({ predicate }), ...again]);
}

const BROWSER: StreamHost = {
  open(path, onMessage, onLost) {
    const source = new EventSource(path, { withCredentials: true });
    source.onmessage = ({ data }) => onMessage(String(data));
    source.onerror = () => {
      void serverReach.check();
      onLost();
    };
    return source;
  },
  isHidden: () => document.hidden,
};

/** Returns the function that stops live updates. */
function goLive(): () => void {
  const throttle = throttleRefetch<Kind>((kinds) => refetchTouched(queryClient, kinds), EVERY_MS);
  const stream = openChangeStream(
    BROWSER,
    (event) => event.type !== 'hello' && throttle.ask([event.type]),
    () => throttle.ask(KINDS),
  );
  document.addEventListener('visibilitychange', stream.onVisibility);
  // Reconnects at once when the server is back.
  const stopFollowing = serverReach.subscribe(stream.onVisibility);
  return () => {
    stopFollowing();
    document.removeEventListener('visibilitychange', stream.onVisibility);
    stream.close();
    throttle.stop();
  };
}

/** Keeps the signed-in user's screen up to date; null for no user. */
export function useLiveUpdates(userId: string | null): void {
  useEffect(() => (userId === null ? undefined : goLive()), [userId]);
}
