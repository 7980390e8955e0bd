import { Link } from '@tanstack/react-router';
import { listImports } from '#contract/imports.ts';
import { ImportHistory } from '../features/imports/history.tsx';
import { useTitle } from '../lib/use-title.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Page } from '../ui/page.tsx';
import { RefreshButton } from './refresh-button.tsx';

/** Import History. */
export function HistoryPage() {
  useTitle('Import History');
  return (
    <Page
      wide
      title="Import History"
      subtitle="What became of every file you imported"
      actions={<RefreshButton path={listImports.path} />}
    >
      <ImportHistory
        emptyAction={
          <Link to="/import" className={buttonClass('primary')}>
            Import Leads
          </Link>
        }
      />
    </Page>
  );
}
