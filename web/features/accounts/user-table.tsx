import { RecordTable } from '../../ui/record-table.tsx';
import {
  AdminSwitch,
  CreatedDay,
  RoleBadge,
  UserActions,
  type UserListProps,
  UserName,
} from './user-parts.tsx';

/** CSS pixels for all columns. */
const TABLE_WIDTH = 680;

interface UserTableProps extends Omit<UserListProps, 'users'> {
  /** Undefined while they load. */
  users: UserListProps['users'] | undefined;
}

/** Users with role and day added. */
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
          value: (user) => <CreatedDay user={user} />,
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
