import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { GivenRule, RetentionRule } from '#contract/retention.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { showReason } from '../../lib/show-failure.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { retentionQuery, useSaveRules } from './queries.ts';
import { type ConditionsProps, RuleDialog } from './rule-dialog.tsx';
import { ruleText } from './rule-words.ts';

interface RulesCardProps {
  Conditions: ComponentType<ConditionsProps>;
  /** Describes conditions. */
  textOf: (where: readonly unknown[]) => string;
}

type Task = { type: 'add' } | { type: 'edit' | 'remove'; rule: RetentionRule };

/** Retention rules in words. */
export function RetentionRulesCard({ Conditions, textOf }: RulesCardProps) {
  const query = useQuery(retentionQuery);
  const { data, error } = query;
  const save = useSaveRules();
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const rules: readonly RetentionRule[] = data?.rules ?? [];
  const saveOne = (rule: GivenRule) =>
    save.mutateAsync(
      rule.id === undefined ? [...rules, rule] : rules.map((one) => (one.id === rule.id ? { ...rule } : one)),
    );
  if (data === undefined && error) {
    return <QueryError card title="Failed to fetch retention rules" query={query} />;
  }
  return (
    <Card
      title="Retention"
      subtitle="Rules that remove leads every night; a lead goes to the first rule it meets"
      actions={
        <Button icon={Plus} disabled={data === undefined} onClick={() => setTask({ type: 'add' })}>
          Add Rule
        </Button>
      }
    >
      {data?.rules.length === 0 && <p className="text-14 text-muted">No rules yet. All leads are kept.</p>}
      <ul aria-label="Retention rules" className="flex flex-col divide-y divide-line">
        {rules.map((rule) => (
          <li key={rule.id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 grow">
              <h3 className="text-14 font-medium break-words">{rule.name}</h3>
              <p className="text-13 text-muted">{ruleText(rule)}</p>
              <p className="text-13 break-words text-muted">
                {rule.where.length === 0 ? 'All leads' : `Leads with ${textOf(rule.where)}`}
              </p>
            </div>
            <IconButton
              icon={Pencil}
              label={`Edit ${rule.name}`}
              onClick={() => setTask({ type: 'edit', rule })}
            />
            <IconButton
              icon={Trash2}
              label={`Remove ${rule.name}`}
              onClick={() => setTask({ type: 'remove', rule })}
            />
          </li>
        ))}
      </ul>
      {task !== null && task.type !== 'remove' && (
        <RuleDialog
          rule={task.type === 'edit' ? task.rule : undefined}
          Conditions={Conditions}
          save={saveOne}
          onClose={close}
        />
      )}
      {task?.type === 'remove' && (
        <ActionDialog
          onClose={close}
          title={`Remove ${task.rule.name}?`}
          description="Runs that have begun still end as planned. Undo them below to keep their leads."
          action="Remove Rule"
          destructive
          pending={save.isPending}
          pendingText="Removing..."
          onAction={() =>
            save.mutate(
              rules.filter(({ id }) => id !== task.rule.id),
              { onSuccess: close, onError: (failure) => showReason(failure, "Couldn't remove the rule") },
            )
          }
        />
      )}
    </Card>
  );
}
