import type { ConditionDraft } from './delivery-draft.ts';

/** A value of an answer that a rule can ask for. */
export type AnswerValue = Pick<ConditionDraft, 'part' | 'path' | 'value'>;

const SHOWN_MAX = 30;

/** Returns the values of a JSON or XML answer by path, at most 30; none for other texts. */
export function valuesOfAnswer(body: string): AnswerValue[] {
  const values = jsonValues(body) ?? xmlValues(body);
  return values.slice(0, SHOWN_MAX);
}

function jsonValues(body: string): AnswerValue[] | null {
  try {
    const found: AnswerValue[] = [];
    collect(JSON.parse(body), '', found);
    return found;
  } catch {
    return null;
  }
}

function collect(value: unknown, path: string, found: AnswerValue[]): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      collect(inner, path === '' ? name : `${path}.${name}`, found);
    }
  } else if (path !== '' && value !== null) {
    found.push({ part: 'json', path, value: String(value) });
  }
}

function xmlValues(body: string): AnswerValue[] {
  if (!body.trimStart().startsWith('<') || typeof DOMParser === 'undefined') return [];
  const document = new DOMParser().parseFromString(body, 'application/xml');
  if (document.querySelector('parsererror') !== null) return [];
  const found: AnswerValue[] = [];
  collectXml(document.documentElement, '', found);
  return found;
}

function collectXml(element: Element, above: string, found: AnswerValue[]): void {
  const path = above === '' ? element.localName : `${above}.${element.localName}`;
  const children = [...element.children];
  for (const child of children) collectXml(child, path, found);
  const text = element.textContent?.trim() ?? '';
  if (children.length === 0 && text !== '') found.push({ part: 'xml', path, value: text });
}
