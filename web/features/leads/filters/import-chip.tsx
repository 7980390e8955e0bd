import { useQuery } from '@tanstack/react-query';
import { getImport } from '#contract/imports.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { queryOf } from '../../../lib/query.ts';
import { Chip } from '../../../ui/chip.tsx';

interface ImportChipProps {
  importId: string;
  onRemove: () => void;
}

/** File name of the listed import. */
export function ImportChip({ importId, onRemove }: ImportChipProps) {
  const { data, error } = useQuery(queryOf(getImport, { params: { id: importId } }));
  const isUnknown = error instanceof ApiError && error.status === 404;
  const name = data?.filename ?? (isUnknown ? 'not found' : 'one file');
  return (
    <Chip label="Import" value={name} removeLabel={`Remove filter Import: ${name}`} onRemove={onRemove} />
  );
}
