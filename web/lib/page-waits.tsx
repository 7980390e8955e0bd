import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { serverReach, useReach } from './server-reach.ts';

/** Returns whether a page can't load because the server is unreachable; kept rows would pass for it. */
export function usePageWaits(isPlaceholderData: boolean): boolean {
  return useReach() !== 'reachable' && isPlaceholderData;
}

/** Replaces a page that waits for the server; `what` names its rows. */
export function PageWaits({ what }: { what: string }) {
  return (
    <Card>
      <ErrorState
        title={`${what} can't be loaded right now`}
        text="They'll appear here as soon as we can reach the server."
        onRetry={() => void serverReach.check()}
      />
    </Card>
  );
}
