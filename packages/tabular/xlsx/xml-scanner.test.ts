import fc from 'fast-check';
import { expect, test } from 'vitest';
import { XmlScanner } from './xml-scanner.ts';
import { attribute, workbookText } from './xml-text.ts';

const document =
  '<?xml version="1.0"?><!-- a > "comment" --><x:sst xmlns:x="u" a=\'1 > "2"\'><x:si/>' +
  '<t xml:space="preserve"> a&amp;b &#x41;&#66;&nope;\r\n</t><![CDATA[<raw> & ]]></x:sst>';

/** Returns tags and texts. A text may arrive in parts. */
function events(chunks: readonly string[]): string[] {
  const seen: string[] = [];
  let isText = false;
  const add = (tag: string) => {
    seen.push(tag);
    isText = false;
  };
  const scanner = new XmlScanner({
    wantsText: true,
    open: (name, attributes) => add(`<${name}${attributes.trimEnd()}`),
    close: (name) => add(`/${name}`),
    text: (text) => {
      if (isText) seen.push((seen.pop() ?? '') + text);
      else seen.push(text);
      isText = true;
    },
  });
  for (const chunk of chunks) scanner.push(chunk, false);
  scanner.push('', true);
  return seen;
}

const expected = [
  '<sst xmlns:x="u" a=\'1 > "2"\'',
  '<si',
  '/si',
  '<t xml:space="preserve"',
  ' a&b AB&nope;\n',
  '/t',
  '<raw> & ',
  '/sst',
];

test('elements, text, references, comments and CDATA', () => {
  expect(events([document])).toEqual(expected);
});

test('chunks may end anywhere', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(document.length)), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), document.length];
      const chunks = edges.slice(1).map((end, index) => document.slice(edges[index], end));
      expect(events(chunks)).toEqual(expected);
    }),
  );
});

test('a document type is refused', () => {
  expect(() => events(['<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'])).toThrow(
    expect.objectContaining({ code: 'broken' }),
  );
});

test('attributes are found by name, with any prefix when none is asked for', () => {
  const raw = ' r:id = "rId1" name=\'A &amp; "B"\' sheetId="2"';
  expect(['id', 'r:id', 'name', 'sheetId', 'heetId'].map((name) => attribute(raw, name))).toEqual([
    'rId1',
    'rId1',
    'A & "B"',
    '2',
    undefined,
  ]);
});

test('escaped characters of workbook strings', () => {
  expect(workbookText('a_x000D_b_x005F_x000D_c_xyz_')).toBe('a\rb_x000D_c_xyz_');
});
