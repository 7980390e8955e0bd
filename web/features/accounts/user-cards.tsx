import {
  AdminSwitch,
  CreatedDay,
  RoleBadge,
  UserActions,
  type UserListProps,
  UserName,
} from './user-parts.tsx';

const FACT = 'flex min-h-8 items-center justify-between gap-3 text-13';

/** Lists the users as cards on screens too narrow for the table. */
export function UserCards(props: UserListProps) {
  const { users, ownId, busy } = props;
  return (
    <ul
      aria-label="Users"
      aria-busy={busy}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3"
    >
      {users.map((user) => (
        <li key={user.id} className="min-w-0 rounded-card border border-line bg-surface px-4 py-3">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <UserName user={user} own={user.id === ownId} />
            </div>
            <div className="-mt-1.5 -mr-2.5 flex shrink-0">
              <UserActions {...props} user={user} />
            </div>
          </div>
          <dl className="mt-2 border-t border-line pt-2">
            <div className={FACT}>
              <dt className="text-muted">Role</dt>
              <dd>
                <RoleBadge user={user} />
              </dd>
            </div>
            <div className={FACT}>
              <dt className="text-muted">Admin Access</dt>
              <dd>
                <AdminSwitch {...props} user={user} />
              </dd>
            </div>
            <div className={FACT}>
              <dt className="text-muted">Created</dt>
              <dd>
                <CreatedDay user={user} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}
