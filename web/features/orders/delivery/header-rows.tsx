import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { OrderProblems } from '../order-draft.ts';
import { type HeaderDraft, newHeader } from './delivery-draft.ts';

interface HeaderRowsProps {
  headers: readonly HeaderDraft[];
  problems: OrderProblems;
  onHeaders: (headers: readonly HeaderDraft[]) => void;
}

/** Headers of the request, such as the buyer's key. */
export function HeaderRows({ headers, problems, onHeaders }: HeaderRowsProps) {
  const edit = (at: number, change: Partial<HeaderDraft>) =>
    onHeaders(headers.map((header, index) => (index === at ? { ...header, ...change } : header)));
  return (
    <div className="flex flex-col gap-2">
      {headers.map((header, at) => {
        const problem = problems[`delivery.headers.${header.name.trim()}`];
        return (
          <div key={header.key}>
            <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-center gap-2">
              <TextInput
                aria-label={`Header ${at + 1}`}
                {...(problem !== undefined && { 'aria-invalid': true })}
                autoComplete="off"
                spellCheck={false}
                maxLength={100}
                placeholder="e.g. X-Api-Key"
                readOnly={header.saved}
                value={header.name}
                onChange={({ target }) => edit(at, { name: target.value })}
              />
              <TextInput
                aria-label={`Value of header ${at + 1}`}
                autoComplete="off"
                spellCheck={false}
                maxLength={2000}
                placeholder={header.saved ? 'Saved. Type to replace.' : 'Value'}
                value={header.value}
                onChange={({ target }) => edit(at, { value: target.value })}
              />
              <IconButton
                icon={Trash2}
                label={`Remove header ${at + 1}`}
                onClick={() => onHeaders(headers.filter((_, index) => index !== at))}
              />
            </div>
            {problem !== undefined && <p className="mt-1 text-13 text-negative">{problem}</p>}
          </div>
        );
      })}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => onHeaders([...headers, newHeader()])}
      >
        Add Header
      </Button>
    </div>
  );
}
