import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// The law of words: texts for users speak American English with one word for each thing, and straight quotation marks;
// numbers and dates are written in the language of the screens.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCREENS = 'web/**/*.{ts,tsx}';
const MESSAGES = '{contract,packages,server/features,server/platform,server/lead}/**/*.ts';
const TEST = /\.(?:test|e2e)\.tsx?$|\/(?:bench|dist|node_modules)\//;
/** Spellings of file headers and values that imports recognize. */
const KNOWN_SPELLINGS =
  /^(?:contract\/lead-fields|server\/lead\/(?:mapping|values|countries|phones)\/|packages\/)/;

/** Phrases that were replaced, each with its replacement. */
const RETIRED: readonly [phrase: RegExp, instead: string][] = [
  [/\be-mail/i, 'email'],
  [/['"`>]\s*Cancell(?:ed|ing)\b|\b(?:was|were) cancelled\b|\bcancelled (?:an|the)\b/, 'canceled, canceling'],
  [/\b(?:be dialled|colour|unrecognised)\b/, 'dialed, color, unrecognized'],
  [/ (?:besides|anew|meanwhile|whoever)\b(?![(:'])/i, 'what happened, in plain words'],
  [/\bSomething went wrong\b/i, 'what went wrong and what to do next'],
  [/\bagain and again\b/, 'repeatedly, after repeated …'],
  [/['"`]No such (?!upload)/, 'No … found'],
  [/\bmet an internal error\b/, 'was stopped after repeated internal errors'],
  [/\bto go on\b/, 'to continue'],
  [/\bThere is an? [^'"`]* already\b/, '… already exists'],
  [/\bof your organization without\b|\bwhatever filters are set\b/, 'This ignores your filters.'],
  [/\bcut short\b/, 'The file looks incomplete. Save it again and retry.'],
  [/\bHand this password\b/, 'Share this password with'],
  [/\bis not taken here\b|\bare taken\b/, "isn't supported"],
  [/['"`]Such as\b/, 'e.g.'],
  [/\bfits several\b/, 'matches several'],
  [/\bThis is no [a-z]|['"`]This is not an? /, "Not a valid …, or This isn't a …"],
  [/\bThere is no such\b/, '… not found'],
  [/\bin any case\b/, 'case-insensitive'],
  [/\bIP allow-list\b/, 'IP whitelist'],
  [/\} cancelled\b/, 'canceled'],
  [/['"`]sold \$\{/, 'marked as sold'],
  [/\bCould not\b(?! create account)|\bcould not be (?:counted|saved|created|moved|fixed)\b/, "Couldn't …"],
  [/[a-z]’[a-z]|[“”]|‘\w/i, 'straight quotation marks and apostrophes'],
];

/** Ways of writing numbers and dates that follow the browser's language. */
const LOCALIZED: readonly [code: RegExp, instead: string][] = [
  [/\.toLocale\w+\(/, 'web/lib/format.ts'],
  [/\bnew Intl\.\w+\((?:undefined|\))/, 'web/lib/format.ts, or LANGUAGE of web/ui/format-number.ts'],
];

function found(glob: string, rules: readonly [RegExp, string][]): string[] {
  const paths = globSync(glob, { cwd: ROOT }).filter(
    (path) => !TEST.test(path) && !KNOWN_SPELLINGS.test(path),
  );
  return paths.sort().flatMap((path) => {
    const lines = withoutComments(readFileSync(`${ROOT}${path}`, 'utf8')).split('\n');
    return lines.flatMap((line, index) =>
      rules
        .filter(([retired]) => retired.test(line))
        .map(([, instead]) => `${path}:${index + 1}: ${line.trim()} (instead: ${instead})`),
    );
  });
}

/** Blanks out comments and keeps the lines where they are. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(?<=^|\s)\/\/.*$/gm, '');
}

it('retired phrases are in no text of a screen or message', () => {
  expect([...found(SCREENS, RETIRED), ...found(MESSAGES, RETIRED)]).toEqual([]);
});

it('numbers and dates on screens never follow the language of the browser', () => {
  expect(found(SCREENS, LOCALIZED)).toEqual([]);
});

it('finds a phrase in code and none in comments', () => {
  const code = "const a = 'No such country'; // No such column\n/* anew */ const b = 'https://x';";
  expect(
    withoutComments(code)
      .split('\n')
      .map((line) => RETIRED.filter(([it]) => it.test(line)).length),
  ).toEqual([1, 0]);
});
