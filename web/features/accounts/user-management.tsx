import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ManagedUser } from '#contract/accounts.ts';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DemoteSelfDialog } from './demote-self-dialog.tsx';
import { usersQuery, useSetAdmin } from './queries.ts';
import { RemoveUserDialog } from './remove-user-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { UserTable } from './user-table.tsx';

interface Asked {
  what: 'demote' | 'reset' | 'remove';
  user: ManagedUser;
}

/** Users of the organization with their actions. */
export function UserManagement({ ownId }: { ownId: string }) {
  const { data, error, isFetching, refetch } = useQuery(usersQuery);
  const setAdmin = useSetAdmin();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  if (data === undefined && error) {
    return (
      <Card>
        <ErrorState
          title="Failed to fetch users"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  return (
    <>
      {setAdmin.error && (
        <Notice
          tone="negative"
          className="mb-4"
          action={
            <IconButton icon={X} label="Dismiss" className="-my-1.5" onClick={() => setAdmin.reset()} />
          }
        >
          {messageOf(setAdmin.error, "Couldn't reach the server. Check your connection and try again.")}
        </Notice>
      )}
      <UserTable
        users={data}
        ownId={ownId}
        changingId={setAdmin.isPending ? setAdmin.variables.user.id : null}
        busy={isFetching && !setAdmin.isPending}
        onAdmin={(user, isAdmin) =>
          user.id === ownId && !isAdmin
            ? setAsked({ what: 'demote', user })
            : setAdmin.mutate({ user, isAdmin })
        }
        onReset={(user) => setAsked({ what: 'reset', user })}
        onRemove={(user) => setAsked({ what: 'remove', user })}
      />
      {asked?.what === 'demote' && (
        <DemoteSelfDialog
          pending={setAdmin.isPending}
          onClose={close}
          onConfirm={() => setAdmin.mutate({ user: asked.user, isAdmin: false }, { onSettled: close })}
        />
      )}
      {asked?.what === 'reset' && <ResetPasswordDialog user={asked.user} onClose={close} />}
      {asked?.what === 'remove' && <RemoveUserDialog user={asked.user} onClose={close} />}
    </>
  );
}
