import { getRouteApi } from '@tanstack/react-router';
import { CurrentIpCard } from '../features/security/current-ip-card.tsx';
import { ExportSecurityCard } from '../features/security/export-security-card.tsx';
import { IpWhitelistCard } from '../features/security/ip-whitelist-card.tsx';
import { SessionsCard } from '../features/security/sessions-card.tsx';
import { TwoFactorCard } from '../features/security/two-factor-card.tsx';
import { ChangePasswordForm } from '../features/session/change-password-form.tsx';
import { Card } from '../ui/card.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/security');

/** Security Settings: account protection and the organization's allowed addresses. */
export function SecurityPage() {
  const { user } = route.useRouteContext();
  if (!user) return null;
  return (
    <ScreenPage title="Security Settings" subtitle="Protect your account and organization">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <TwoFactorCard user={user} />
          <ExportSecurityCard user={user} />
          <Card title="Password" subtitle="Changing it signs you out of all other sessions">
            <ChangePasswordForm />
          </Card>
        </div>
        <div className="grid min-w-0 gap-4">
          <CurrentIpCard />
          <IpWhitelistCard editable={user.isAdmin} />
          <SessionsCard />
        </div>
      </div>
    </ScreenPage>
  );
}
