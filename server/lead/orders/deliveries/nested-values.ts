import type { SentValue } from './sent-values.ts';

/** Values by name; a branch whose names count from 0 is a list. */
export type NestedValue = SentValue['value'] | NestedValue[] | { [name: string]: NestedValue };

const INDEX = /^(?:0|[1-9]\d{0,3})$/;

type Branch = Map<string, Branch | SentValue['value']>;

/** Nests values by the dots of their names: `contacts.0.email` is the first of a list. Of two values in one place, the latter is kept. */
export function nestValues(values: readonly SentValue[]): { [name: string]: NestedValue } {
  const root: Branch = new Map();
  for (const { to, value } of values) {
    const names = to.split('.');
    const last = names.pop() ?? '';
    let branch = root;
    for (const name of names) branch = branchAt(branch, name);
    branch.set(last, value);
  }
  return asObject(root);
}

function branchAt(branch: Branch, name: string): Branch {
  const held = branch.get(name);
  if (held instanceof Map) return held;
  const made: Branch = new Map();
  branch.set(name, made);
  return made;
}

function asObject(branch: Branch): { [name: string]: NestedValue } {
  // `__proto__` is a name like others.
  const object: { [name: string]: NestedValue } = Object.create(null);
  for (const [name, held] of branch) object[name] = held instanceof Map ? asNested(held) : held;
  return object;
}

function asNested(branch: Branch): NestedValue {
  const object = asObject(branch);
  const isList = [...branch.keys()].every((name) => INDEX.test(name) && Number(name) < branch.size);
  return isList ? Object.values(object) : object;
}
