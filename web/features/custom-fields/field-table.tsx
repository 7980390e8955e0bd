import { Trash2 } from 'lucide-react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { TYPE_LABELS } from '../../lib/type-labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface FieldTableProps {
  fields: readonly CustomFieldEntity[];
  /** Deletes a field; null for users who may only read. */
  onDelete: ((field: CustomFieldEntity) => void) | null;
}

const HEAD = 'pb-2 pl-5 text-left text-12 font-medium text-muted';
/** The name takes the remaining width and is truncated there. */
const NAME = 'w-full max-w-0';

/** Lists the custom fields with name, type and whether they are required. */
export function FieldTable({ fields, onDelete }: FieldTableProps) {
  return (
    <table aria-label="Custom fields" className="w-full text-14">
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} ${NAME}`}>
            Name
          </th>
          <th scope="col" className={`${HEAD} md:min-w-36`}>
            Type
          </th>
          <th scope="col" className={`${HEAD} md:min-w-36`}>
            Required
          </th>
          {onDelete && (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.id} className="h-11 *:border-t *:border-line hover:bg-hover">
            <th scope="row" className={`${NAME} truncate pl-5 text-left font-medium`} title={field.name}>
              {field.name}
            </th>
            <td className="pl-5 whitespace-nowrap text-muted">{TYPE_LABELS[field.type]}</td>
            <td className="pr-3 pl-5">
              {field.required ? <Badge tone="info">Required</Badge> : <span className="text-muted">No</span>}
            </td>
            {onDelete && (
              <td className="pr-3 text-right">
                <IconButton
                  icon={Trash2}
                  label={`Delete ${field.name}`}
                  side="left"
                  onClick={() => onDelete(field)}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
