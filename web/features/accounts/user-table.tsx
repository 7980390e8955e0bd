import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/table.tsx';
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
    <Table label="Users" busy={busy}>
      <Head />
      <tbody>
        {users.map((user) => (
          <Row key={user.id}>
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
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Placeholder for the table while it loads. */
export function UserTableSkeleton() {
  return (
    <Table label="Users">
      <Head />
      <tbody>
        {['w-32', 'w-40', 'w-28'].map((width) => (
          <Row key={width}>
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
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
