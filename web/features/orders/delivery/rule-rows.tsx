import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { AnswerMeaning } from '#contract/order-delivery.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Option } from '../../../ui/option.ts';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { OrderProblems } from '../order-draft.ts';
import type { AnswerValue } from './answer-values.ts';
import {
  type ConditionDraft,
  newCondition,
  newRule,
  type PlaceDraft,
  type RuleDraft,
} from './delivery-draft.ts';

const MEANINGS: readonly Option<AnswerMeaning>[] = [
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'duplicate', label: 'Duplicate' },
  { value: 'error', label: 'Error, send again' },
];

const PARTS: readonly Option<ConditionDraft['part']>[] = [
  { value: 'json', label: 'JSON field' },
  { value: 'status', label: 'Status' },
  { value: 'text', label: 'Text' },
  { value: 'xml', label: 'XML element' },
];

const PLACES = [
  ['reason', 'Reason'],
  ['price', 'Price'],
  ['reference', 'Reference'],
] as const;

interface RuleRowsProps {
  rules: readonly RuleDraft[];
  problems: OrderProblems;
  /** Values of the recorded answer, offered as paths. */
  answer: readonly AnswerValue[];
  onRules: (rules: readonly RuleDraft[]) => void;
}

/** How the buyer's answer is read: the first rule whose conditions all hold decides. */
export function RuleRows({ rules, problems, answer, onRules }: RuleRowsProps) {
  const paths = useId();
  const edit = (at: number, change: Partial<RuleDraft>) =>
    onRules(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)));
  return (
    <div className="flex flex-col gap-3">
      {rules.length === 0 && (
        <p className="text-13 text-muted">
          Without a rule, no answer counts as accepted: leads stay open until you decide.
        </p>
      )}
      <datalist id={paths}>
        {answer.map(({ path, value }) => (
          <option key={path} value={path} label={value} />
        ))}
      </datalist>
      {rules.map((rule, at) => (
        <fieldset key={rule.key} className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3">
          <legend className="sr-only">Rule {at + 1}</legend>
          <div className="flex items-center gap-3">
            <span className="shrink-0 text-13 text-muted">Read as</span>
            <Select
              aria-label={`Meaning of rule ${at + 1}`}
              className="w-48"
              value={rule.then}
              options={MEANINGS}
              onChange={(then) => edit(at, { then })}
            />
            <span className="text-13 text-muted max-sm:hidden">if</span>
            <IconButton
              icon={Trash2}
              label={`Remove rule ${at + 1}`}
              className="ml-auto"
              onClick={() => onRules(rules.filter((_, index) => index !== at))}
            />
          </div>
          {rule.when.map((condition, place) => (
            <Condition
              key={condition.key}
              name={`${place + 1} of rule ${at + 1}`}
              condition={condition}
              paths={paths}
              answer={answer}
              problem={['path', 'equals', 'contains', '']
                .map((part) => problems[`delivery.accept.${at}.when.${place}${part && `.${part}`}`])
                .find((one) => one !== undefined)}
              onEdit={(change) =>
                edit(at, {
                  when: rule.when.map((one, index) => (index === place ? { ...one, ...change } : one)),
                })
              }
              onRemove={
                rule.when.length === 1
                  ? null
                  : () => edit(at, { when: rule.when.filter((_, index) => index !== place) })
              }
            />
          ))}
          <Button
            size="small"
            variant="quiet"
            icon={Plus}
            className="self-start"
            onClick={() => edit(at, { when: [...rule.when, newCondition()] })}
          >
            And…
          </Button>
          <details open={PLACES.some(([key]) => rule[key].path !== '')}>
            <summary className="w-fit cursor-pointer rounded-control text-13 text-muted hover:text-text max-md:py-3">
              Take reason, price or reference from the answer
            </summary>
            <div className="mt-3 grid gap-3 sm:grid-cols-3">
              {PLACES.map(([key, label]) => (
                <Place
                  key={key}
                  label={label}
                  paths={paths}
                  place={rule[key]}
                  answer={answer}
                  onPlace={(place) => edit(at, { [key]: place })}
                />
              ))}
            </div>
          </details>
        </fieldset>
      ))}
      <Button size="small" icon={Plus} className="self-start" onClick={() => onRules([...rules, newRule()])}>
        Add Rule
      </Button>
    </div>
  );
}

interface ConditionProps {
  name: string;
  condition: ConditionDraft;
  paths: string;
  answer: readonly AnswerValue[];
  problem: string | undefined;
  onEdit: (change: Partial<ConditionDraft>) => void;
  onRemove: (() => void) | null;
}

function Condition({ name, condition, paths, answer, problem, onEdit, onRemove }: ConditionProps) {
  const { part, path, compare, value } = condition;
  const hasPath = part === 'json' || part === 'xml';
  return (
    <div>
      <div className="grid grid-cols-[8.25rem_1fr_2.75rem] items-center gap-2 sm:flex">
        <Select
          aria-label={`Part ${name}`}
          className="sm:w-36 sm:shrink-0"
          value={part}
          options={PARTS}
          onChange={(next) => onEdit({ part: next })}
        />
        {hasPath && (
          <TextInput
            aria-label={`Path ${name}`}
            className="col-span-2"
            list={paths}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            placeholder="e.g. result.status"
            value={path}
            onChange={({ target }) => {
              const known = answer.find((one) => one.path === target.value);
              onEdit({
                path: target.value,
                // A path of the answer brings its value.
                ...(known && value === '' && { value: known.value, part: known.part }),
              });
            }}
          />
        )}
        <Select
          aria-label={`Comparison ${name}`}
          className={cx('sm:w-36 sm:shrink-0', hasPath ? 'col-start-1' : 'col-span-2')}
          value={compare}
          options={[
            { value: 'equals', label: 'equals' },
            { value: 'contains', label: 'has the word' },
          ]}
          onChange={(next) => onEdit({ compare: next })}
        />
        <TextInput
          aria-label={`Wanted ${name}`}
          className={cx(!hasPath && 'col-span-2 col-start-1')}
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          placeholder={part === 'status' ? 'e.g. 200' : 'e.g. accepted'}
          value={value}
          onChange={({ target }) => onEdit({ value: target.value })}
        />
        {onRemove && <IconButton icon={Trash2} label={`Remove condition ${name}`} onClick={onRemove} />}
      </div>
      {problem !== undefined && <p className="mt-1 text-13 text-negative">{problem}</p>}
    </div>
  );
}

interface PlaceProps {
  label: string;
  paths: string;
  place: PlaceDraft;
  answer: readonly AnswerValue[];
  onPlace: (place: PlaceDraft) => void;
}

function Place({ label, paths, place, answer, onPlace }: PlaceProps) {
  const isXml = answer.some(({ part }) => part === 'xml');
  return (
    <Field label={label} optional>
      <TextInput
        list={paths}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        placeholder={`e.g. result.${label.toLowerCase()}`}
        value={place.path}
        onChange={({ target }) =>
          onPlace({ part: answer.length === 0 ? place.part : isXml ? 'xml' : 'json', path: target.value })
        }
      />
    </Field>
  );
}
