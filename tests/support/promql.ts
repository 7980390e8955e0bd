/** A metric in a PromQL expression, with the labels that it is asked for. */
export interface MetricSelector {
  metric: string;
  labels: { name: string; operator: string; value: string }[];
}

const LABELS = /\{([^{}]*)\}/;
const GROUPING = /\b(?:by|without|on|ignoring)\s*\([^)]*\)/g;
const RANGE = /\[[^\]]*\]/g;
const WORDS = new Set(['or', 'and', 'unless', 'bool', 'offset']);

/** Returns the metrics that a PromQL expression reads: the names that are neither functions nor words of the language. */
export function selectorsOf(expr: string): MetricSelector[] {
  const plain = expr.replaceAll(RANGE, '').replaceAll(GROUPING, '');
  const selectors: MetricSelector[] = [];
  const name = /([a-zA-Z_][\w:]*)\s*(\(|\{(?:[^"{}]|"[^"]*")*\})?/y;
  for (let at = 0; at < plain.length; ) {
    name.lastIndex = at;
    const match = name.exec(plain);
    if (match === null) {
      at += /^\d[\w.]*/.exec(plain.slice(at))?.[0].length ?? 1;
      continue;
    }
    const [all, metric = '', after = ''] = match;
    at += after === '(' ? all.length - 1 : all.length;
    if (after !== '(' && !WORDS.has(metric)) selectors.push({ metric, labels: labelsOf(after) });
  }
  return selectors;
}

function labelsOf(braces: string): MetricSelector['labels'] {
  const text = LABELS.exec(braces)?.[1] ?? '';
  return [...text.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
    ([, name = '', operator = '', value = '']) => ({
      name,
      operator,
      value,
    }),
  );
}
