/** One choice of a Select or Combobox. */
export interface Option<T extends string = string> {
  value: T;
  label: string;
  /** Heading it stands under; options of one group stand together. */
  group?: string;
  /** A quiet second text at the right. */
  hint?: string;
  disabled?: boolean;
}

/** Options by group, in the order in which the groups appear. */
export function grouped<T extends string>(options: readonly Option<T>[]): [string, Option<T>[]][] {
  const groups = new Map<string, Option<T>[]>();
  for (const option of options) {
    const group = option.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups];
}
