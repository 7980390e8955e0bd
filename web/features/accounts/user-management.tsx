import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ManagedUser } from '#contract/accounts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TemporaryPassword } from './add-user-dialog.tsx';
import { useRemoveUser, useResetPassword, usersQuery, useSetAdmin } from './queries.ts';
import { UserTable } from './user-table.tsx';

interface Asked {
  what: 'demote' | 'reset' | 'remove';
  user: ManagedUser;
}

export function UserManagement({ ownId }: { ownId: string }) {
  const query = useQuery(usersQuery);
  const { data, error, isFetching } = query;
  const setAdmin = useSetAdmin();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  if (data === undefined && error) return <QueryError card title="Failed to fetch users" query={query} />;
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
          {messageOf(setAdmin.error)}
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

interface DemoteSelfDialogProps {
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function DemoteSelfDialog({ pending, onConfirm, onClose }: DemoteSelfDialogProps) {
  return (
    <ActionDialog
      onClose={onClose}
      title="Give Up Your Admin Access"
      description="You'll no longer be able to see users and audit logs, or change security settings, API tokens and custom fields. Only another administrator can restore your access."
      action="Give Up Access"
      destructive
      pending={pending}
      pendingText="Giving up..."
      onAction={onConfirm}
    />
  );
}

function RemoveUserDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const remove = useRemoveUser();
  return (
    <ActionDialog
      onClose={onClose}
      title="Remove User"
      description={`Remove the user "${user.username}"?`}
      action="Remove"
      destructive
      pending={remove.isPending}
      pendingText="Removing..."
      onAction={() => remove.mutate(user, { onSuccess: onClose })}
    >
      {remove.error ? (
        <Notice tone="negative">{messageOf(remove.error)}</Notice>
      ) : (
        <p className="text-14">
          They're signed out immediately and can't sign in again. Their leads, notes and audit logs stay.
        </p>
      )}
    </ActionDialog>
  );
}

function ResetPasswordDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const reset = useResetPassword();
  if (reset.data) {
    return (
      <TemporaryPassword
        title="Password Reset"
        username={user.username}
        password={reset.data.temporaryPassword}
        onClose={onClose}
      />
    );
  }
  return (
    <ActionDialog
      onClose={onClose}
      title="Reset Password"
      description={`${user.username} gets a temporary password and is signed out everywhere.`}
      action="Reset Password"
      pending={reset.isPending}
      pendingText="Resetting..."
      onAction={() => reset.mutate(user)}
    />
  );
}
