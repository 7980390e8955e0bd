import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { serverReach, useReach } from './server-reach.ts';

/**
 * Returns true while a page can't be loaded because the server is out of reach. The rows kept on screen in its
 * place would pass for it.
 */
export function usePageWaits(isPlaceholderData: boolean): boolean {
  return useReach() !== 'reachable' && isPlaceholderData;
}

/** Takes the place of a page that waits for the server; `what` names its rows. */
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
