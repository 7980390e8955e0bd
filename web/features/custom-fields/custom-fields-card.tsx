import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { requestIdOf } from '../../lib/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AddFieldForm } from './add-field-form.tsx';
import { DeleteFieldDialog } from './delete-field-dialog.tsx';
import { FieldTable } from './field-table.tsx';
import { fieldsQuery } from './queries.ts';

/** Custom fields; `editable` for administrators. */
export function CustomFieldsCard({ editable }: { editable: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(fieldsQuery);
  const [leaving, setLeaving] = useState<CustomFieldEntity | null>(null);
  return (
    <Card
      title="Custom Fields"
      subtitle="Your own fields for every lead, in imports, filters and exports"
      {...(editable && data !== undefined && { footer: <AddFieldForm /> })}
      padded={false}
    >
      {!editable && (
        <div className="px-5 pb-4">
          <Notice>Only administrators can add and delete custom fields.</Notice>
        </div>
      )}
      {data === undefined && error && (
        <ErrorState
          title="Failed to fetch custom fields"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <EmptyState
          icon={ListPlus}
          title="No custom fields yet"
          text={
            editable
              ? "Add a field for anything the standard fields don't cover."
              : 'Fields that an administrator adds appear here.'
          }
          className="py-10"
        />
      )}
      {(data === undefined ? !error : data.length > 0) && (
        <FieldTable fields={data} onDelete={editable ? setLeaving : null} />
      )}
      {leaving && <DeleteFieldDialog field={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  );
}
