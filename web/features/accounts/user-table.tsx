import { KeyRound, Trash2 } from 'lucide-react';
import type { ManagedUser } from '#contract/accounts.ts';
import { formatDateTime, formatLastSeen } from '../../lib/format.ts';
import { Moment } from '../../lib/moment.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Switch } from '../../ui/switch.tsx';

interface UserListProps {
  users: readonly ManagedUser[];
  /** The signed-in user, who can't be removed or reset here. */
  ownId: string;
  /** User whose role is being changed. */
  changingId: string | null;
  busy: boolean;
  onAdmin: (user: ManagedUser, isAdmin: boolean) => void;
  onReset: (user: ManagedUser) => void;
  onRemove: (user: ManagedUser) => void;
}

function UserName({ user, own }: { user: ManagedUser; own: boolean }) {
  const { username, lastSeenAt, twoFactorEnabled, mustChangePassword } = user;
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="max-w-full truncate font-medium" title={username}>
          {username}
        </span>
        {own && (
          <Badge dot={false} className="shrink-0">
            You
          </Badge>
        )}
        {twoFactorEnabled && (
          <Badge tone="positive" className="shrink-0">
            2FA
          </Badge>
        )}
        {mustChangePassword && (
          <Badge tone="caution" className="shrink-0">
            Temporary password
          </Badge>
        )}
      </div>
      <p
        className="text-12 font-normal text-muted"
        title={lastSeenAt === null ? undefined : formatDateTime(lastSeenAt)}
      >
        {lastSeenAt === null ? 'Never signed in' : formatLastSeen(lastSeenAt)}
      </p>
    </>
  );
}

function RoleBadge({ user }: { user: ManagedUser }) {
  return user.isAdmin ? <Badge tone="info">Administrator</Badge> : <Badge>User</Badge>;
}

type AdminSwitchProps = Pick<UserListProps, 'changingId' | 'onAdmin'> & { user: ManagedUser };

function AdminSwitch({ user, changingId, onAdmin }: AdminSwitchProps) {
  return (
    <div className="-ml-4 w-fit">
      <Switch
        checked={user.isAdmin}
        disabled={changingId === user.id}
        label={<span className="sr-only">{`Admin access of ${user.username}`}</span>}
        onChange={(isAdmin) => onAdmin(user, isAdmin)}
      />
    </div>
  );
}

type ActionsProps = Pick<UserListProps, 'ownId' | 'onReset' | 'onRemove'> & { user: ManagedUser };

function UserActions({ user, ownId, onReset, onRemove }: ActionsProps) {
  if (user.id === ownId) return null;
  return (
    <>
      <IconButton
        icon={KeyRound}
        label={`Reset the password of ${user.username}`}
        side="left"
        onClick={() => onReset(user)}
      />
      <IconButton
        icon={Trash2}
        label={`Remove ${user.username}`}
        side="left"
        onClick={() => onRemove(user)}
      />
    </>
  );
}

const TABLE_WIDTH = 680;

interface UserTableProps extends Omit<UserListProps, 'users'> {
  /** Undefined while they load. */
  users: UserListProps['users'] | undefined;
}

export function UserTable({ users, ...props }: UserTableProps) {
  return (
    <RecordTable
      label="Users"
      records={users}
      keyOf={({ id }) => id}
      tableWidth={TABLE_WIDTH}
      busy={props.busy}
      rowHeight="h-14"
      placeholders={3}
      columns={[
        {
          label: 'Username',
          onCard: 'title',
          className: 'w-full max-w-0 min-w-52',
          skeleton: 'h-4 w-32',
          value: (user) => <UserName user={user} own={user.id === props.ownId} />,
        },
        {
          label: 'Role',
          className: 'whitespace-nowrap',
          skeleton: 'h-4 w-20',
          value: (user) => <RoleBadge user={user} />,
        },
        {
          label: 'Admin Access',
          className: 'whitespace-nowrap',
          skeleton: 'h-5 w-9 rounded-full',
          value: (user) => <AdminSwitch {...props} user={user} />,
        },
        {
          label: 'Created',
          className: 'whitespace-nowrap',
          cellClassName: 'text-muted',
          value: ({ createdAt }) => <Moment day time={createdAt} />,
        },
        {
          label: 'Actions',
          onCard: 'actions',
          className: 'min-w-22 whitespace-nowrap',
          value: (user) => <UserActions {...props} user={user} />,
        },
      ]}
    />
  );
}
