import { useQuery } from '@tanstack/react-query';
import { Combobox } from '../../ui/combobox.tsx';
import { filterValuesQuery } from './queries.ts';

const KNOWN = ['new', 'contacted', 'qualified', 'converted'];

export interface StatusSelectProps {
  value: string;
  onChange: (status: string) => void;
  disabled?: boolean;
  className?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Returns the label of a status. */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/** Returns the statuses to choose from: the common ones first, then the others that leads of the organization have. */
export function useStatuses(current = ''): string[] {
  const { data } = useQuery(filterValuesQuery);
  const statuses = [...KNOWN, ...(data?.statuses ?? []), current].filter((status) => status !== '');
  return [...new Map(statuses.map((status) => [status.toLowerCase(), status])).values()];
}

/** Selects a status: the common ones first, then the others that leads of the organization have. */
export function StatusSelect({ value, ...rest }: StatusSelectProps) {
  const options = useStatuses(value);
  return (
    <Combobox
      {...rest}
      value={options.find((status) => status.toLowerCase() === value.toLowerCase()) ?? ''}
      options={options.map((status) => ({ value: status, label: statusLabel(status) }))}
      placeholder="Choose a status"
      searchPlaceholder="Search status"
    />
  );
}
