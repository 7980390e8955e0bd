import { useQuery } from '@tanstack/react-query';
import { Globe, X } from 'lucide-react';
import { useState } from 'react';
import type { IpEntry } from '#contract/ip-whitelist.ts';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddIpForm } from './add-ip-form.tsx';
import { IpEntryRow } from './ip-entry-row.tsx';
import { ipEntriesQuery, useUpdateIp } from './ip-queries.ts';
import { RemoveIpDialog } from './remove-ip-dialog.tsx';

/** Allowed addresses; `editable` for administrators. */
export function IpWhitelistCard({ editable }: { editable: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(ipEntriesQuery);
  const update = useUpdateIp();
  const [leaving, setLeaving] = useState<IpEntry | null>(null);
  return (
    <Card
      title="IP Whitelist"
      subtitle="Only these addresses can sign in or use the API. An empty list allows all addresses."
      padded={false}
      {...(editable && data !== undefined && { footer: <AddIpForm /> })}
    >
      {!editable && (
        <div className="px-5 pb-4">
          <Notice>Only administrators can change the IP whitelist.</Notice>
        </div>
      )}
      {update.error && (
        <div className="px-5 pb-4">
          <Notice
            tone="negative"
            action={
              <IconButton icon={X} label="Dismiss" className="-my-1.5" onClick={() => update.reset()} />
            }
          >
            {messageOf(update.error, "Couldn't reach the server. Check your connection and try again.")}
          </Notice>
        </div>
      )}
      {data === undefined && error && (
        <ErrorState
          className="py-8"
          title="Failed to fetch the IP whitelist"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data === undefined && !error && (
        <div aria-hidden className="flex flex-col gap-4 px-5 pb-5">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-5 w-36" />
        </div>
      )}
      {data?.length === 0 && (
        <EmptyState
          icon={Globe}
          className="pt-4 pb-10"
          title="No IP addresses yet"
          text="All IP addresses are allowed. The first active entry blocks all other addresses."
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label="IP whitelist">
          {data.map((entry) => (
            <IpEntryRow
              key={entry.id}
              entry={entry}
              editable={editable}
              busy={update.isPending && update.variables.entry.id === entry.id}
              onActive={(isActive) => update.mutate({ entry, isActive })}
              onRemove={() => setLeaving(entry)}
            />
          ))}
        </ul>
      )}
      {leaving && (
        <RemoveIpDialog
          entry={leaving}
          last={leaving.isActive && data?.filter(({ isActive }) => isActive).length === 1}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  );
}
