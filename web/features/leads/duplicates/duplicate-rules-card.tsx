import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getDuplicateRules, setDuplicateRules } from '#contract/duplicate-rules.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryOf } from '../../../lib/query.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { showReason } from '../../../lib/show-failure.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Notice } from '../../../ui/notice.tsx';

const rulesQuery = queryOf(getDuplicateRules, {});

/** Decides about certain duplicates after an import; `editable` for administrators. */
export function DuplicateRulesCard({ editable }: { editable: boolean }) {
  const client = useQueryClient();
  const query = useQuery(rulesQuery);
  const { data: rules, error } = query;
  const save = useMutation({
    mutationFn: (mergeCertain: boolean) => callApi(setDuplicateRules, { body: { mergeCertain } }),
    onSuccess: (saved) => client.setQueryData(rulesQuery.queryKey, saved),
    onError: (failure) => showReason(failure, "Couldn't change this setting"),
  });
  return (
    <Card title="Duplicates" subtitle="Leads that are the same person although their email and phone differ">
      {!editable && <Notice className="mb-4">Only administrators can change this.</Notice>}
      {rules === undefined && error && <QueryError title="Failed to fetch this setting" query={query} />}
      <Checkbox
        label="Merge certain duplicates after imports"
        checked={save.isPending ? save.variables : (rules?.mergeCertain ?? false)}
        disabled={!editable || rules === undefined || save.isPending}
        onChange={(isOn) => save.mutate(isOn)}
      />
      <p className="mt-4 text-13 text-muted">
        New leads of a file that are certainly the same person as another lead are merged with it. The sold
        lead stays, otherwise the oldest. You can undo this in Activity, or by undoing the import.
      </p>
    </Card>
  );
}
