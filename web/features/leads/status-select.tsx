import { useQuery } from '@tanstack/react-query';
import { findStatus, leadStatusesQuery, statusLabel } from '../../lib/lead-statuses.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { ControlProps } from '../../ui/field.tsx';
import { DEFAULT_STATUS } from './default-status.ts';

export interface StatusSelectProps extends ControlProps {
  value: string;
  onChange: (status: string) => void;
  disabled?: boolean;
  className?: string;
}

/** Selects a status; also offers the current status if it no longer exists. */
export function StatusSelect({ value, ...rest }: StatusSelectProps) {
  const { data: statuses = [] } = useQuery(leadStatusesQuery);
  const standard = value === DEFAULT_STATUS ? statuses.find(({ isDefault }) => isDefault) : undefined;
  const chosen = (findStatus(statuses, value) ?? standard)?.name ?? value;
  const names = statuses.map(({ name }) => name);
  const offered = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
  return (
    <Combobox
      {...rest}
      value={chosen}
      options={offered.map((name) => ({ value: name, label: statusLabel(name) }))}
      placeholder="Choose a status"
      searchPlaceholder="Search status"
    />
  );
}
