import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { useLogout } from './queries.ts';

/** Requires a new password after a reset. */
export function PasswordFirst({ username }: { username: string }) {
  useTitle('Change your password');
  const logout = useLogout();
  return (
    <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center px-4 py-10">
      <h1 className="mb-1 text-24 font-semibold">Change your password first</h1>
      <p className="mb-8 text-14 break-words text-muted">Signed in as {username}</p>
      <AuthFrame
        title="Set your own password to continue"
        text="An administrator set the one you signed in with."
      >
        <ChangePasswordForm currentLabel="Temporary password" alone>
          <Button
            variant="quiet"
            className="w-full"
            pending={logout.isPending}
            pendingText="Logging out..."
            onClick={() => logout.mutate()}
          >
            Logout
          </Button>
        </ChangePasswordForm>
      </AuthFrame>
    </div>
  );
}
