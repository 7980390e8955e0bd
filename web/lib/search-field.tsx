import { SearchInput, type SearchInputProps } from '../ui/search-input.tsx';
import { useDraft } from './use-draft.ts';

interface SearchFieldProps extends Omit<SearchInputProps, 'value' | 'onChange'> {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches while typing; Escape clears. */
export function SearchField({ value, onSearch, ...input }: SearchFieldProps) {
  const { draft, setDraft } = useDraft(value, onSearch);
  return (
    <SearchInput
      {...input}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && setDraft('')}
    />
  );
}
