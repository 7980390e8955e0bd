import { getRouteApi } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { AddUserDialog } from '../features/accounts/add-user-dialog.tsx';
import { UserManagement } from '../features/accounts/user-management.tsx';
import { Button } from '../ui/button.tsx';
import { ScreenPage } from '../ui/page.tsx';
import { AdministratorsOnly } from './administrators-only.tsx';

const route = getRouteApi('/protected/users');

export function UsersPage() {
  const { user } = route.useRouteContext();
  const [adding, setAdding] = useState(false);
  if (user?.isAdmin !== true) {
    return (
      <AdministratorsOnly
        title="User Management"
        who="administrators"
        text="Ask an administrator to add or change a user."
      />
    );
  }
  return (
    <ScreenPage
      title="User Management"
      subtitle={`Manage who has access to ${user.organization.name}`}
      actions={
        <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
          Add User
        </Button>
      }
    >
      <UserManagement ownId={user.id} />
      {adding && <AddUserDialog onClose={() => setAdding(false)} />}
    </ScreenPage>
  );
}
