/** One option of a Select or Combobox. */
export interface Option<T extends string = string> {
  value: T;
  label: string;
  /** Heading of the option's group; options of a group must be adjacent. */
  group?: string;
  /** Muted text on the right. */
  hint?: string;
  disabled?: boolean;
}

/** Groups options in the order in which the groups appear. */
export function groupedOptions<T extends string>(options: readonly Option<T>[]): [string, Option<T>[]][] {
  const groups = new Map<string, Option<T>[]>();
  for (const option of options) {
    const group = option.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups];
}
