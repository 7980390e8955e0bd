/** A value split into shared prefix, differing middle and shared suffix. */
export interface ValueParts {
  before: string;
  differing: string;
  after: string;
}

/** Splits each value into the prefix and suffix shared by all non-empty values, and the differing middle. */
export function valueParts(values: readonly string[]): ValueParts[] {
  const texts = values.map((value) => [...value]);
  const filled = texts.filter((text) => text.length > 0);
  const [first = []] = filled;
  const shortest = Math.min(first.length, ...filled.map((text) => text.length));
  let before = 0;
  while (before < shortest && filled.every((text) => text[before] === first[before])) before++;
  let after = 0;
  while (after < shortest - before && filled.every((text) => text.at(-1 - after) === first.at(-1 - after)))
    after++;
  return texts.map((text) => {
    const end = Math.max(text.length - after, 0);
    return {
      before: text.slice(0, before).join(''),
      differing: text.slice(before, end).join(''),
      after: text.slice(Math.max(end, before)).join(''),
    };
  });
}
