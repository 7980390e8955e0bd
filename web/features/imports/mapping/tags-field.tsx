import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { parseTags } from '../plan/draft.ts';

/** Edits comma-separated tags and shows the result. */
export function TagsField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const tags = parseTags(text);
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Manual tags"
        help="Separate tags with commas. Every lead in this import gets them."
        optional
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            placeholder="e.g. spring campaign, vip"
            autoComplete="off"
          />
        )}
      </Field>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Badge dot={false}>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
