import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AddDialog } from '../features/suppression/add-dialog.tsx';
import { DefaultCountry } from '../features/suppression/default-country.tsx';
import { EntriesCard } from '../features/suppression/entries-card.tsx';
import { ListsCard } from '../features/suppression/lists-card.tsx';
import { MetLeads } from '../features/suppression/met-leads.tsx';
import type { SuppressionSearch } from '../features/suppression/search.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/suppression');

/** Suppression lists; the URL holds the open list, the search and the page. */
export function SuppressionPage() {
  const { user } = route.useRouteContext();
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const isAdmin = user?.isAdmin === true;
  const change = (search: SuppressionSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...search }), replace, resetScroll: false });
  return (
    <ScreenPage
      wide
      title="Suppression"
      subtitle="People who said no: never imported, sold or delivered"
      {...(isAdmin && {
        actions: (
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            Add Entries
          </Button>
        ),
      })}
    >
      <MetLeads />
      {!isAdmin && <Notice className="mb-4">Only administrators can change suppression lists.</Notice>}
      <div className="flex flex-col gap-4">
        <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
          <ListsCard
            chosen={view.list}
            editable={isAdmin}
            onChoose={(list) => change({ list, page: undefined })}
          />
          <Card>
            <DefaultCountry editable={isAdmin} />
          </Card>
        </div>
        <EntriesCard view={view} editable={isAdmin} onSearch={change} />
      </div>
      {adding && <AddDialog list={view.list} onClose={() => setAdding(false)} />}
    </ScreenPage>
  );
}
