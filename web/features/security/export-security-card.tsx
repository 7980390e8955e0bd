import type { CurrentUser } from '#contract/users.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useExportAuth } from './queries.ts';

/** Switches whether the user's exports require the password. */
export function ExportSecurityCard({ user }: { user: CurrentUser }) {
  const toggle = useExportAuth();
  return (
    <Card title="Export Security">
      <Switch
        checked={toggle.isPending ? toggle.variables : user.requireExportAuth}
        disabled={toggle.isPending}
        onChange={(enabled) => toggle.mutate(enabled)}
        label="Require authentication for exports"
        help={
          user.twoFactorEnabled
            ? 'Your password and a 2FA code are required before each export of leads.'
            : 'Your password is required before each export of leads, and a 2FA code as well once 2FA is on.'
        }
      />
    </Card>
  );
}
