import { getRouteApi, Link } from '@tanstack/react-router';
import { listImports } from '#contract/imports.ts';
import { ImportHistory } from '../features/imports/history/history.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ScreenPage } from '../ui/page.tsx';
import { RefreshButton } from './refresh-button.tsx';

const route = getRouteApi('/protected/history');

/** Import History; `import` in the URL opens that import's drawer. */
export function HistoryPage() {
  const { import: opened } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ScreenPage
      wide
      title="Import History"
      subtitle="Every file you've imported"
      actions={<RefreshButton path={listImports.path} />}
    >
      <ImportHistory
        opened={opened}
        onOpen={(id) => void navigate({ search: { import: id }, resetScroll: false })}
        emptyAction={
          <Link to="/import" className={buttonClass('primary')}>
            Import Leads
          </Link>
        }
      />
    </ScreenPage>
  );
}
