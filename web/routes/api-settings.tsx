import { getRouteApi, Link } from '@tanstack/react-router';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { CreateTokenDialog } from '../features/api/create-token-dialog.tsx';
import { TokenList } from '../features/api/token-list.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/notice.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/api-settings');

export function ApiSettingsPage() {
  const { user } = route.useRouteContext();
  const [creating, setCreating] = useState(false);
  const editable = user?.isAdmin === true;
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      Create Token
    </Button>
  );
  return (
    <ScreenPage
      title="API Settings"
      subtitle="Tokens for connecting other software to your leads"
      actions={
        <>
          <Link to="/api-docs" className={buttonClass()}>
            <BookOpen className="size-4" aria-hidden />
            API Documentation
          </Link>
          {editable && create}
        </>
      }
    >
      {!editable && <Notice className="mb-4">Only administrators can create and revoke API tokens.</Notice>}
      <TokenList editable={editable} emptyAction={editable ? create : undefined} />
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </ScreenPage>
  );
}
