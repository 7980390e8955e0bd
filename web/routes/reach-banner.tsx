import { serverReach, useReach } from '../lib/server-reach.ts';

const TEXT = {
  reachable: '',
  offline: "You're offline. Keep this tab open: your changes will be sent as soon as you're back online.",
  away: "Lead Manager isn't responding. Keep this tab open: we'll keep trying, then send your changes.",
};

/** Reports that the server is unreachable, and the effect on changes. */
export function ReachBanner() {
  const reach = useReach();
  return (
    <div
      role="status"
      data-reach={reach}
      className="fixed inset-x-0 top-0 z-50 flex h-(--banner) items-center justify-center gap-3 overflow-hidden bg-caution-tint px-4 text-13 text-text"
    >
      <p>{TEXT[reach]}</p>
      {reach !== 'reachable' && (
        <button
          type="button"
          onClick={() => void serverReach.check()}
          className="shrink-0 font-medium underline underline-offset-2"
        >
          Try Now
        </button>
      )}
    </div>
  );
}
