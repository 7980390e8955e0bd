import { Link } from '@tanstack/react-router';
import { ImportHistory } from '../features/imports/history.tsx';
import { useTitle } from '../lib/use-title.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Page } from '../ui/page.tsx';

/** Import History. */
export function HistoryPage() {
  useTitle('Import History');
  return (
    <Page wide title="Import History" subtitle="What became of every file you imported">
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
