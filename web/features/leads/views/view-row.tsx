import { Check, RefreshCw, Star, Trash2, Users } from 'lucide-react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import type { SavedView } from '#contract/views.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { inOneText } from '../filters/condition-words.ts';
import { termsOf } from '../filters/filter-chips.ts';
import { useValueName } from '../filters/value-names.ts';

export interface ViewRowProps {
  view: SavedView;
  customFields: readonly CustomFieldEntity[];
  current: boolean;
  /** The list differs from the view. */
  modified: boolean;
  onApply: () => void;
  onUpdate: () => void;
  onDelete: () => void;
  /** Toggles the default. */
  onDefault: () => void;
}

function viewContent(
  { filter, columns, shared, own, createdBy }: SavedView,
  customFields: readonly CustomFieldEntity[],
  nameOf: (field: string, value: string) => string,
): string {
  const terms = termsOf(filter, customFields, nameOf).map(inOneText);
  return [
    ...(shared ? [own ? 'Shared' : `Shared by ${createdBy}`] : []),
    ...(terms.length > 0 ? terms : ['No filters']),
    ...(columns ? ['with columns'] : []),
  ].join(' · ');
}

/** Saved view: the name opens it, the star makes it the default; owners can update or delete it. */
export function ViewRow(props: ViewRowProps) {
  const { view, customFields, current, modified, onApply, onUpdate, onDelete, onDefault } = props;
  const { name, shared, own, isDefault } = view;
  const content = viewContent(view, customFields, useValueName());
  return (
    <li className="flex items-center gap-0.5 rounded-control hover:bg-hover">
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onApply}
        className="min-w-0 flex-1 rounded-control px-2.5 py-1.5 text-left max-md:py-2.5"
      >
        <span className="flex items-center gap-2 text-14 font-medium">
          <span className="truncate">{name}</span>
          {shared && <Users className="size-3.5 shrink-0 text-muted" aria-hidden />}
          {current && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
        </span>
        <span className="block truncate text-12 text-muted" title={content}>
          {content}
        </span>
      </button>
      <IconButton
        icon={Star}
        label={`Open Lead Management with ${name}`}
        aria-pressed={isDefault}
        className={cx(isDefault && 'text-accent [&>svg]:fill-current')}
        onClick={onDefault}
      />
      {own && (
        <>
          {modified && (
            <IconButton
              icon={RefreshCw}
              label={`Update ${name} to match what's on screen`}
              onClick={onUpdate}
            />
          )}
          <IconButton icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />
        </>
      )}
    </li>
  );
}
