import { getRouteApi } from '@tanstack/react-router';
import { ConsentRulesCard } from '../features/consents/consent-rules-card.tsx';
import { TrustedFormCard } from '../features/consents/trusted-form-card.tsx';
import { CustomFieldsCard } from '../features/custom-fields/custom-fields-card.tsx';
import { LeadStatusesCard } from '../features/lead-statuses/lead-statuses-card.tsx';
import { DuplicateRulesCard } from '../features/leads/duplicates/duplicate-rules-card.tsx';
import { ConditionList, useConditionText } from '../features/leads/filters/condition-list.tsx';
import { RetentionRulesCard } from '../features/retention/rules-card.tsx';
import { RetentionRunsCard } from '../features/retention/runs-card.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/settings');

export function SettingsPage() {
  const { user } = route.useRouteContext();
  const conditionText = useConditionText();
  const isAdmin = user?.isAdmin === true;
  return (
    <ScreenPage title="Settings" subtitle="Customize your workspace">
      <div className="flex max-w-[56rem] flex-col gap-6">
        <CustomFieldsCard editable={isAdmin} />
        <LeadStatusesCard editable={isAdmin} />
        <ConsentRulesCard editable={isAdmin} />
        <DuplicateRulesCard editable={isAdmin} />
        {isAdmin && (
          <>
            <TrustedFormCard />
            <RetentionRulesCard Conditions={ConditionList} textOf={conditionText} />
            <RetentionRunsCard />
          </>
        )}
      </div>
    </ScreenPage>
  );
}
