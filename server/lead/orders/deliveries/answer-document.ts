import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An answer as JSON or XML; a path finds a text in it. */
export interface AnswerDocument {
  /** Returns the text at a path such as `result.status`; null if there is nothing. */
  find(path: string): string | null;
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const PREFIX = /^[^:]*:/;

/** Reads JSON; null for another text. Numbers keep their digits, so that a long reference stays what it is. */
export function readJsonAnswer(body: string): AnswerDocument | null {
  try {
    JSON.parse(body);
    const root: unknown = JSON.parse(
      body.replace(JSON_TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)),
    );
    return { find: (path) => jsonText(jsonAt(root, path)) };
  } catch {
    return null;
  }
}

/** A name may itself have dots; names of a list are numbers from 0. */
function jsonAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return;
  const held = new Map<string, unknown>(Object.entries(value));
  if (held.has(path)) return held.get(path);
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const found = jsonAt(held.get(path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return;
}

function jsonText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
});

type XmlNode = Record<string, unknown>;

/** Reads well-formed XML; null for another text. A document that declares entities isn't read. */
export function readXmlAnswer(body: string): AnswerDocument | null {
  if (!body.startsWith('<') || /<!(?:DOCTYPE|ENTITY)/i.test(body)) return null;
  try {
    if (XMLValidator.validate(body) !== true) return null;
    const root: unknown = parser.parse(body);
    return { find: (path) => xmlAt(nodesOf(root), path.split('.').map(withoutPrefix)) };
  } catch {
    return null;
  }
}

/** The first element of each name, without its namespace; the last name may be that of an attribute. */
function xmlAt(nodes: readonly XmlNode[], [name = '', ...rest]: readonly string[]): string | null {
  for (const node of nodes) {
    const tag = tagOf(node);
    if (withoutPrefix(tag) !== name) continue;
    const inner = nodesOf(node[tag]);
    const found = rest.length === 0 ? xmlText(inner) : (xmlAt(inner, rest) ?? attributeOf(node, rest));
    if (found !== null) return found;
  }
  return null;
}

function attributeOf(node: XmlNode, [name, ...rest]: readonly string[]): string | null {
  if (rest.length > 0) return null;
  const attributes = Object.entries(node[':@'] ?? {});
  const held = attributes.find(([key]) => withoutPrefix(key) === name);
  return held === undefined ? null : String(held[1]);
}

function xmlText(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => ('#text' in node ? String(node['#text']) : xmlText(nodesOf(node[tagOf(node)]))))
    .join(' ')
    .trim();
}

function nodesOf(value: unknown): XmlNode[] {
  return Array.isArray(value) ? value : [];
}

function tagOf(node: XmlNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

function withoutPrefix(name: string): string {
  return name.replace(PREFIX, '');
}
