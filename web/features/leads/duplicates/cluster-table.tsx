import { cx } from '../../../ui/cx.ts';
import type { ClusterField } from './cluster-fields.ts';
import { type ValueParts, valueParts } from './value-parts.ts';

interface ClusterTableProps {
  /** Unique name of the radio groups. */
  name: string;
  label: string;
  fields: readonly ClusterField[];
  /** Number of leads. */
  count: number;
  keep: number;
  chosen: Readonly<Record<string, number>>;
  onKeep: (place: number) => void;
  onChoose: (field: string, place: number) => void;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

function ordinal(place: number): string {
  return ORDINALS[place] ?? `${place + 1}th`;
}

const CELL = 'border-t border-line px-3 py-1.5 align-top break-words first:pl-5 last:pr-5';
// Phones show a field's name above its values.
const ROW = 'max-sm:grid max-sm:grid-cols-2 max-sm:px-2';
const NAME = 'max-sm:col-span-2 max-sm:-mx-2 max-sm:pb-0';
const VALUE = 'max-sm:border-t-0';

/** Compares leads by field; the user chooses between different values. */
export function ClusterTable({
  name,
  label,
  fields,
  count,
  keep,
  chosen,
  onKeep,
  onChoose,
}: ClusterTableProps) {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <table aria-label={label} className="w-full table-fixed text-13 max-sm:block">
      <colgroup>
        <col className="w-1/5" />
        <col span={count} />
      </colgroup>
      <thead className="max-sm:block">
        <tr className={ROW}>
          <th scope="col" className={cx(CELL, NAME, 'text-left text-12 font-medium text-muted')}>
            <span className="max-sm:sr-only">Field</span>
          </th>
          {places.map((place) => (
            <th key={place} scope="col" className={cx(CELL, VALUE, 'text-left font-medium')}>
              <label className="flex items-center gap-2 max-md:min-h-11">
                <input
                  type="radio"
                  name={`${name}-keep`}
                  checked={keep === place}
                  onChange={() => onKeep(place)}
                  className="size-4 shrink-0 accent-accent"
                />
                Keep the {ordinal(place)} lead
              </label>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {fields.map((field) => {
          const parts = valueParts(field.values);
          return (
            <tr key={field.field} className={cx(ROW, !field.differs && 'text-muted')}>
              <th scope="row" className={cx(CELL, NAME, 'text-left font-normal text-muted')}>
                <span className="flex items-center gap-2">
                  <span
                    className={cx('size-1.5 shrink-0 rounded-full', field.differs && 'bg-caution')}
                    aria-hidden
                  />
                  <span className="min-w-0 break-words">
                    {field.label}
                    {field.differs && <span className="sr-only"> (differs)</span>}
                  </span>
                </span>
              </th>
              {places.map((place) => (
                <td key={place} className={cx(CELL, VALUE)}>
                  {field.choosable ? (
                    <ValueChoice
                      name={`${name}-${field.field}`}
                      label={`${field.label} of the ${ordinal(place)} lead: ${field.values[place]}`}
                      parts={parts[place]}
                      checked={(chosen[field.field] ?? keep) === place}
                      onChoose={() => onChoose(field.field, place)}
                    />
                  ) : (
                    <Value parts={parts[place]} differs={field.differs} />
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ValueChoiceProps {
  name: string;
  label: string;
  parts: ValueParts | undefined;
  checked: boolean;
  onChoose: () => void;
}

function ValueChoice({ name, label, parts, checked, onChoose }: ValueChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2 max-md:min-h-11 max-md:items-center">
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent max-md:mt-0"
      />
      <span className={cx('min-w-0 break-words', !checked && 'text-muted')}>
        <Value parts={parts} differs />
      </span>
    </label>
  );
}

/** A value with the part marked that differs from the other leads' values. */
function Value({ parts, differs }: { parts: ValueParts | undefined; differs: boolean }) {
  const { before, differing, after } = parts ?? { before: '', differing: '', after: '' };
  if (before + differing + after === '') return <span className="text-muted">–</span>;
  // A value without a common part is marked by its row.
  const isPart = differs && differing !== '' && before + after !== '';
  return (
    <>
      {before}
      {isPart ? <mark className="rounded-sm bg-caution-tint text-inherit">{differing}</mark> : differing}
      {after}
    </>
  );
}
