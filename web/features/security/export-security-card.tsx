import { useState } from 'react';
import type { CurrentUser } from '#contract/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useExportAuth } from './queries.ts';

export function ExportSecurityCard({ user }: { user: CurrentUser }) {
  const toggle = useExportAuth();
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  const turningOn = toggle.isPending && toggle.variables.enabled;
  return (
    <Card title="Export Security">
      <Switch
        checked={turningOn || user.requireExportAuth}
        disabled={toggle.isPending}
        onChange={(enabled) => (enabled ? toggle.mutate({ enabled }) : setConfirming(true))}
        label="Require authentication for exports"
        help={
          user.twoFactorEnabled
            ? 'Each export requires your password and a 2FA code.'
            : 'Each export requires your password, and a 2FA code once 2FA is on.'
        }
      />
      {confirming && (
        <PasswordDialog
          title="Turn Off Export Authentication"
          description={
            user.twoFactorEnabled
              ? 'Enter your password and the code from your authenticator app. Anyone using your session can then export leads.'
              : 'Enter your password. Anyone using your session can then export leads.'
          }
          action="Turn Off"
          pendingText="Turning off..."
          destructive
          withCode={user.twoFactorEnabled}
          pending={toggle.isPending}
          onPassword={(password, onRefused, token) =>
            toggle.mutate(
              { enabled: false, password, ...(user.twoFactorEnabled && { token }) },
              { onSuccess: close, onError: onRefused },
            )
          }
          onClose={close}
        />
      )}
    </Card>
  );
}
