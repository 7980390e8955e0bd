import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { type ImportDraft, type MatchField, setMatchField } from '../plan/draft.ts';

interface UpdateOptionsProps {
  draft: ImportDraft;
  columns: readonly string[];
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
}

const MATCH_FIELDS: readonly { value: MatchField; label: string }[] = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'id', label: 'Lead ID' },
];

const POLICIES = [
  { value: 'overwrite', label: 'Overwrite', help: 'Replace existing values.' },
  { value: 'fillEmpty', label: 'Fill empty only', help: 'Keep existing values.' },
] as const;

/** Edits an update's match field and overwritable values. */
export function UpdateOptions({ draft, columns, onEdit }: UpdateOptionsProps) {
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <p className="text-13 font-medium">Match leads by</p>
        <Segmented
          label="Match leads by"
          value={draft.matchField}
          onChange={(field) => onEdit((now) => setMatchField(now, field, columns))}
          options={MATCH_FIELDS}
        />
        <p className="text-13 text-muted">Map a column to this field.</p>
      </div>
      <div className="flex flex-col gap-1.5">
        <p className="text-13 font-medium">When a lead already has a value</p>
        <RadioGroup
          label="When a lead already has a value"
          value={draft.updatePolicy}
          onChange={(updatePolicy) => onEdit((now) => ({ ...now, updatePolicy }))}
          options={POLICIES}
          className="xl:grid-flow-row"
        />
      </div>
    </>
  );
}
