/** A piece of a Markdown file outside of its code. */
interface MarkdownLink {
  target: string;
  line: number;
}

/** A fenced block of code. */
export interface MarkdownBlock {
  language: string;
  text: string;
  line: number;
}

const FENCE = /^\s*(`{3,})(\w*)\s*$/;

/** Returns the fenced blocks of code of a Markdown text. */
export function codeBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let open: MarkdownBlock | null = null;
  for (const [at, line] of markdown.split('\n').entries()) {
    const fence = FENCE.exec(line);
    if (open !== null && fence === null) open.text += `${line}\n`;
    if (fence === null) continue;
    if (open === null) open = { language: fence[2] ?? '', text: '', line: at + 2 };
    else {
      blocks.push(open);
      open = null;
    }
  }
  return blocks;
}

/** Blanks out fenced blocks and, unless told otherwise, code in lines; keeps the numbers of lines. */
function withoutCode(markdown: string, { keepSpans = false } = {}): string {
  let isCode = false;
  const lines = markdown.split('\n').map((line) => {
    if (FENCE.test(line)) {
      isCode = !isCode;
      return '';
    }
    if (isCode) return '';
    return keepSpans ? line : line.replaceAll(/`[^`]*`/g, '');
  });
  return lines.join('\n');
}

/** Returns where the links and pictures of a Markdown text lead: inline ones, definitions and HTML. */
export function markdownLinks(markdown: string): MarkdownLink[] {
  const patterns = [/\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g, /^\[[^\]]+\]:\s+(\S+)/g, /(?:src|href)="([^"]+)"/g];
  return withoutCode(markdown)
    .split('\n')
    .flatMap((text, at) =>
      patterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, target = '']) => ({ target, line: at + 1 })),
      ),
    );
}

/** Returns the anchors of the headings of a Markdown text, as GitHub makes them. */
export function headingAnchors(markdown: string): string[] {
  const seen = new Map<string, number>();
  const headings = withoutCode(markdown, { keepSpans: true }).matchAll(/^#{1,6}\s+(.+)$/gm);
  return [...headings].map(([, heading = '']) => {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    const anchor = text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}
