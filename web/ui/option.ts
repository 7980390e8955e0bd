export interface Option<T extends string = string> {
  value: T;
  label: string;
  /** Group heading; options of a group must be adjacent. */
  group?: string;
  /** Muted, on the right. */
  hint?: string;
  disabled?: boolean;
}

/** Groups options in order of appearance. */
export function groupedOptions<T extends { label: string; group?: string }>(
  options: readonly T[],
): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const option of options) {
    const group = option.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups];
}
