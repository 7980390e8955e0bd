import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openApi } from '#contract/public-api.ts';
import { requestIdOf } from '../../../lib/api-error.ts';
import { queryOf } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { DocumentedCall } from './calls.ts';
import { FieldsTable } from './fields-table.tsx';
import { fieldsIn } from './read-openapi.ts';

const openApiQuery = queryOf(openApi, {});

/** Fields of a call, from the server's OpenAPI document. */
export function Fields({ call }: { call: DocumentedCall }) {
  const { data, error, isFetching, refetch } = useQuery(openApiQuery);
  const rows = useMemo(() => data && fieldsIn(data, call), [data, call]);
  if (rows) return <FieldsTable call={call} rows={rows} />;
  return (
    <Card>
      {error ? (
        <ErrorState
          className="py-6"
          title="Failed to fetch the fields"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div aria-hidden className="flex flex-col gap-4">
          {['w-full', 'w-4/5', 'w-11/12', 'w-3/4'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
        </div>
      )}
    </Card>
  );
}
