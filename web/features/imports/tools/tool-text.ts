import type { ColumnTool } from '#contract/column-tools.ts';
import { formatList } from '../../../lib/format.ts';

const quoted = (text: string): string => `"${text}"`;

/** Describes a tool in a sentence. */
export function toolText(tool: ColumnTool): string {
  switch (tool.tool) {
    case 'merge':
      return `${formatList(tool.columns)} into ${tool.into}`;
    case 'split':
      return `${tool.column} at ${separatorText(tool.separator)} into ${formatList(tool.into)}`;
    case 'constant':
      return `${tool.into} is ${quoted(tool.value)} in every row`;
    case 'default':
      return `${tool.column} is ${quoted(tool.value)} where it's blank`;
    case 'replace':
      return replaceText(tool);
  }
}

function replaceText({
  column,
  find,
  replacement,
  wholeCell,
}: Extract<ColumnTool, { tool: 'replace' }>): string {
  const what =
    replacement === '' ? `removes ${quoted(find)}` : `${quoted(find)} becomes ${quoted(replacement)}`;
  return `${column}: ${what}${wholeCell ? " where it's the whole cell" : ''}`;
}

const SEPARATORS: Record<string, string> = {
  ' ': 'a space',
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '-': 'a hyphen',
  '/': 'a slash',
};

/** Names a separator; quotes unnamed characters. */
function separatorText(separator: string): string {
  return SEPARATORS[separator] ?? quoted(separator);
}
