import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  AdminSwitch,
  CreatedDay,
  RoleBadge,
  UserActions,
  type UserListProps,
  UserName,
} from './user-parts.tsx';

function Head() {
  return (
    <thead>
      <tr>
        <HeaderCell className="w-full">Username</HeaderCell>
        <HeaderCell>Role</HeaderCell>
        <HeaderCell>Admin Access</HeaderCell>
        <HeaderCell>Created</HeaderCell>
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </tr>
    </thead>
  );
}

/** Lists the users with name, role, administrator switch and the day they were added. */
export function UserTable(props: UserListProps) {
  const { users, ownId, busy } = props;
  return (
    <DataTable label="Users" busy={busy}>
      <Head />
      <tbody>
        {users.map((user) => (
          <TableRow key={user.id}>
            <Cell className="max-w-0 min-w-52 py-2">
              <UserName user={user} own={user.id === ownId} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <RoleBadge user={user} />
            </Cell>
            <Cell>
              <AdminSwitch {...props} user={user} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">
              <CreatedDay user={user} />
            </Cell>
            <Cell className="text-right whitespace-nowrap">
              <UserActions {...props} user={user} />
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Renders a placeholder for the table while it loads. */
export function UserTableSkeleton() {
  return (
    <DataTable label="Users">
      <Head />
      <tbody>
        {['w-32', 'w-40', 'w-28'].map((width) => (
          <TableRow key={width}>
            <Cell className="min-w-52 py-2">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="mt-2 h-3 w-24" />
            </Cell>
            <Cell>
              <Skeleton className="h-4 w-20" />
            </Cell>
            <Cell>
              <Skeleton className="h-5 w-9 rounded-full" />
            </Cell>
            <Cell>
              <Skeleton className="h-3 w-20" />
            </Cell>
            <Cell>
              <Skeleton className="h-4 w-16" />
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
