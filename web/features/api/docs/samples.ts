export interface CodeSample {
  method: string;
  /** Absolute URL. */
  url: string;
  body?: unknown;
}

/** In screen order; examples read the token from the environment. */
export const LANGUAGES = ['curl', 'javascript', 'python'] as const;

export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
};

export const TOKEN_VARIABLE = 'LM_TOKEN';

/** Returns a complete program that makes the call and prints the answer. */
export function sampleIn(language: Language, sample: CodeSample): string {
  return { curl, javascript, python }[language](sample);
}

function curl({ method, url, body }: CodeSample): string {
  const lines = [
    `curl -X ${method} ${shellQuoted(url)}`,
    `  -H "Authorization: Bearer $${TOKEN_VARIABLE}"`,
    ...(body === undefined
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d ${shellQuoted(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(' \\\n');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function javascript({ method, url, body }: CodeSample): string {
  return [
    `import { env } from 'node:process';`,
    '',
    `const response = await fetch('${url}', {`,
    `  method: '${method}',`,
    '  headers: {',
    `    Authorization: \`Bearer \${env.${TOKEN_VARIABLE}}\`,`,
    ...(body === undefined ? [] : [`    'Content-Type': 'application/json',`]),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

function python({ method, url, body }: CodeSample): string {
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    '    headers={',
    `        "Authorization": "Bearer " + os.environ["${TOKEN_VARIABLE}"],`,
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${indented(pythonLiteral(body), 4)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n');
}

/** Indents all lines but the first. */
function indented(text: string, spaces = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** Formats JSON as a Python literal; strings are identical in both. */
function pythonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    return bracketed(
      '[',
      ']',
      value.map((item) => pythonLiteral(item, inner)),
      indent,
    );
  }
  if (typeof value === 'object') {
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}: ${pythonLiteral(member, inner)}`,
    );
    return bracketed('{', '}', members, indent);
  }
  return JSON.stringify(value);
}

function bracketed(open: string, close: string, members: readonly string[], indent: string): string {
  if (members.length === 0) return `${open}${close}`;
  const lines = members.map((member) => `${indent}    ${member},`).join('\n');
  return `${open}\n${lines}\n${indent}${close}`;
}
