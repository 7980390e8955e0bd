import { type ReactNode, useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BestPractices } from './best-practices.tsx';
import { CallTab } from './call-tab.tsx';
import { CALLS, type CallId } from './calls.ts';
import { CommonErrors } from './common-errors.tsx';
import { Overview } from './overview.tsx';
import type { DocsSearch } from './search.ts';

interface ApiDocsProps {
  /** Origin of the page and the API. */
  origin: string;
  search: DocsSearch;
  onSearch: (change: Partial<DocsSearch>) => void;
  tokenLink: ReactNode;
}

/** Documents the public API from the contract its server implements. */
export function ApiDocs({ origin, search, onSearch, tokenLink }: ApiDocsProps) {
  // Kept for several calls; never in storage or the URL.
  const [token, setToken] = useState('');
  return (
    <div className="grid gap-4">
      <Overview origin={origin} tokenLink={tokenLink} />
      <Card>
        <Tabs<CallId>
          label="Calls"
          value={search.tab ?? 'create'}
          onChange={(tab) => onSearch({ tab: tab === 'create' ? undefined : tab })}
          tabs={CALLS.map((call) => ({
            value: call.id,
            label: call.tab,
            content: (
              <CallTab
                call={call}
                origin={origin}
                language={search.lang ?? 'curl'}
                onLanguage={(lang) => onSearch({ lang: lang === 'curl' ? undefined : lang })}
                token={token}
                onToken={setToken}
              />
            ),
          }))}
        />
      </Card>
      <CommonErrors />
      <BestPractices />
    </div>
  );
}
