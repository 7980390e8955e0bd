import { type ComponentType, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type GivenRule, GRACE_DAYS_MAX, RETENTION_DAYS_MAX, RULE_NAME_MAX } from '#contract/retention.ts';
import { showAtField } from '../../lib/field-error.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useRulePreview } from './queries.ts';
import { ACTION_NAMES, AGE_NAMES } from './rule-words.ts';

export interface ConditionsProps {
  where: readonly unknown[];
  onChange: (where: unknown[]) => void;
}

interface RuleDialogProps {
  /** Undefined for a new rule. */
  rule: GivenRule | undefined;
  Conditions: ComponentType<ConditionsProps>;
  save: (rule: GivenRule) => Promise<unknown>;
  onClose: () => void;
}

const NEW: GivenRule = {
  ...{ name: '', where: [], after: { days: 365, of: 'created' } },
  ...{ action: 'anonymise', graceDays: 7 },
};

const isWhole = (least: number, most: number) => (text: string) =>
  (/^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most) ||
  `Enter a whole number from ${least} to ${formatNumber(most)}`;

function optionsOf<T extends string>(names: Readonly<Record<T, string>>) {
  return (Object.keys(names) as T[]).map((value) => ({ value, label: names[value] }));
}

/** Adds or changes a rule; its leads are shown before it is saved. */
export function RuleDialog({ rule = NEW, Conditions, save, onClose }: RuleDialogProps) {
  const preview = useRulePreview();
  const [where, setWhere] = useState(rule.where);
  const [of, setOf] = useState(rule.after.of);
  const [action, setAction] = useState(rule.action);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: rule.name, days: String(rule.after.days), graceDays: String(rule.graceDays) },
  });
  const { errors } = formState;
  type Given = { name: string; days: string; graceDays: string };
  const ruleOf = ({ name, days, graceDays }: Given): GivenRule => ({
    ...(rule.id !== undefined && { id: rule.id }),
    ...{ name: name.trim(), where, after: { days: Number(days), of }, action, graceDays: Number(graceDays) },
  });
  const refused = (error: unknown) => showAtField(error, setError, ['name'], 'name');
  const submit = handleSubmit((given) => save(ruleOf(given)).then(onClose, refused));
  const look = handleSubmit((given) => preview.mutate(ruleOf(given), { onError: refused }));
  const changed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      preview.reset();
    };
  };
  const onChange = () => preview.reset();
  return (
    <ActionDialog
      onClose={onClose}
      title={rule === NEW ? 'Add Rule' : 'Edit Rule'}
      description="The rule runs every night."
      action="Save Rule"
      pending={formState.isSubmitting}
      pendingText="Saving..."
      onAction={() => void submit()}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          {...register('name', { validate: (name) => name.trim() !== '' || 'Enter a name', onChange })}
          maxLength={RULE_NAME_MAX}
          autoComplete="off"
          placeholder="e.g. Unsold after a year"
        />
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-1.5" onSubmit={(event) => event.stopPropagation()}>
        <legend className="text-13 font-medium">Leads</legend>
        <p className="text-13 text-muted">
          {where.length === 0 ? 'All leads, unless you add a condition' : 'Leads that meet all conditions'}
        </p>
        <Conditions where={where} onChange={changed(setWhere)} />
      </fieldset>
      <div className="flex items-start gap-3">
        <Field label="Days" error={errors.days?.message} className="w-28 shrink-0">
          <TextInput
            {...register('days', { validate: isWhole(1, RETENTION_DAYS_MAX), onChange })}
            inputMode="numeric"
            autoComplete="off"
          />
        </Field>
        <Field label="Counted" className="grow">
          <Select value={of} options={optionsOf(AGE_NAMES)} onChange={changed(setOf)} />
        </Field>
      </div>
      <div className="flex items-start gap-3">
        <Field label="Days to Undo" error={errors.graceDays?.message} className="w-28 shrink-0">
          <TextInput
            {...register('graceDays', { validate: isWhole(0, GRACE_DAYS_MAX), onChange })}
            inputMode="numeric"
            autoComplete="off"
          />
        </Field>
        <Field label="Action" className="grow">
          <Select value={action} options={optionsOf(ACTION_NAMES)} onChange={changed(setAction)} />
        </Field>
      </div>
      <p className="text-13 text-muted">
        Leads wait in the bin until they can no longer be undone. Anonymized leads keep country, source,
        brand, status, amounts and dates. Sold leads are never erased, only anonymized.
      </p>
      <Button
        className="self-start"
        pending={preview.isPending}
        pendingText="Counting..."
        onClick={() => void look()}
      >
        Preview
      </Button>
      {preview.data && (
        <Notice>
          <p>The rule would take {formatCount(preview.data.count, 'lead')} now.</p>
          <ul aria-label="Examples" className="mt-1">
            {preview.data.examples.map(({ id, firstName, lastName, email, phone }) => (
              <li key={id} className="truncate">
                {[[firstName, lastName].filter(Boolean).join(' '), email ?? phone].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </ActionDialog>
  );
}
