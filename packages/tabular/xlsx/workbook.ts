import { FileProblem } from '../source/file-problem.ts';
import { builtInFormat, type NumberFormat, shownFormat } from '../source/number-format.ts';
import { readXml } from './xml-part.ts';
import type { XmlHandler } from './xml-scanner.ts';
import { attribute } from './xml-text.ts';
import type { UnpackBudget, ZipParts } from './zip-parts.ts';

export interface SheetPart {
  name: string;
  isHidden: boolean;
  part: string;
}

export interface Workbook {
  /** In tab order, hidden sheets included; no chart sheets. */
  sheets: SheetPart[];
  date1904: boolean;
  /** Optional parts. */
  stylesPart: string | null;
  stringsPart: string | null;
}

/** Above Excel's limits. */
const ELEMENT_LIMIT = 100_000;

interface Element {
  name: string;
  attributes: string;
  /** Enclosing element. */
  parent: string;
}

/** @throws FileProblem */
export async function readWorkbook(zip: ZipParts, budget: UnpackBudget): Promise<Workbook> {
  const root = await readRelationships(zip, '', budget);
  const part = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const elements = await readElements(zip, part, ['sheet', 'workbookPr'], budget);
  const relationships = await readRelationships(zip, part, budget);
  const target = (kind: string) => relationships.find(({ type }) => type === kind)?.target ?? null;
  const properties = elements.find(({ name }) => name === 'workbookPr')?.attributes ?? '';
  const sheets = elements
    .filter(({ name }) => name === 'sheet')
    .flatMap(({ attributes }) => {
      const id = /(?:^|\s)[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1];
      const sheet = relationships.find(
        (relationship) => relationship.id === id && relationship.type === 'worksheet',
      );
      if (sheet === undefined) return [];
      const isHidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible';
      return [{ name: attribute(attributes, 'name') ?? '', isHidden, part: sheet.target }];
    });
  return {
    sheets,
    date1904: /^(?:1|true|on)$/.test(attribute(properties, 'date1904') ?? ''),
    stylesPart: target('styles'),
    stringsPart: target('sharedStrings'),
  };
}

/**
 * Returns formats by style number.
 * @throws FileProblem
 */
export async function readFormats(
  zip: ZipParts,
  part: string,
  budget: UnpackBudget,
): Promise<NumberFormat[]> {
  const elements = await readElements(zip, part, ['numFmt', 'xf'], budget);
  const codes = new Map<number, NumberFormat>();
  for (const { name, attributes, parent } of elements) {
    if (name !== 'numFmt' || parent !== 'numFmts') continue;
    codes.set(
      Number(attribute(attributes, 'numFmtId')),
      shownFormat(attribute(attributes, 'formatCode') ?? ''),
    );
  }
  return elements
    .filter(({ name, parent }) => name === 'xf' && parent === 'cellXfs')
    .map(({ attributes }) => Number(attribute(attributes, 'numFmtId') ?? 0))
    .map((id) => codes.get(id) ?? builtInFormat(id));
}

interface Relationship {
  id: string;
  /** The type URL's last segment, common to both editions. */
  type: string;
  target: string;
}

/** `''` stands for the archive. */
async function readRelationships(zip: ZipParts, part: string, budget: UnpackBudget): Promise<Relationship[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const file = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!zip.has(file)) return [];
  const elements = await readElements(zip, file, ['Relationship'], budget);
  return elements.map(({ attributes }) => ({
    id: attribute(attributes, 'Id') ?? '',
    type: (attribute(attributes, 'Type') ?? '').replace(/^.*\//, ''),
    target: resolveTarget(folder, attribute(attributes, 'Target') ?? ''),
  }));
}

/** Absolute targets begin with a slash. */
function resolveTarget(folder: string, target: string): string {
  const path = URL.parse(target, `file:///${folder}`)?.pathname ?? '/';
  return path.slice(1).replace(/%[0-7][0-9a-f]/gi, decodeURIComponent);
}

async function readElements(
  zip: ZipParts,
  part: string,
  names: readonly string[],
  budget: UnpackBudget,
): Promise<Element[]> {
  const found: Element[] = [];
  const path: string[] = [];
  const handler: XmlHandler = {
    wantsText: false,
    open(name, attributes) {
      if (names.includes(name)) found.push({ name, attributes, parent: path.at(-1) ?? '' });
      path.push(name);
      if (found.length > ELEMENT_LIMIT || path.length > ELEMENT_LIMIT) {
        throw new FileProblem(
          'broken',
          'The workbook is damaged: it has more styles or sheets than Excel allows.',
        );
      }
    },
    close: () => path.pop(),
    text: () => undefined,
  };
  await readXml(zip, part, handler, budget);
  return found;
}
