import { describe, expect, it } from 'vitest';
import type { ColumnTool } from '#contract/column-tools.ts';
import type { Upload } from '#contract/uploads.ts';
import { draftFor, type ImportDraft, mapColumn } from '../plan/draft.ts';
import { toolText } from './column-tools-panel.tsx';
import { addTool, changeTool, removeTool, toolProblemAt, toolUpload } from './draft-tools.ts';
import { toolInput, toolOf } from './tool-form.ts';

const upload: Upload = {
  uploadId: '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e10',
  filename: 'people.csv',
  size: 1,
  kind: 'csv',
  delimiter: ',',
  encoding: 'utf-8',
  sheets: [],
  sheet: null,
  headerRow: 1,
  firstRows: [],
  columns: ['Name', 'Mail'],
  preview: [{ Name: 'Ada Byron', Mail: 'ada@mail.example' }],
  totalRows: 1,
  suggestedMapping: { Mail: 'email' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
};
const split: ColumnTool = { tool: 'split', column: 'Name', separator: ' ', into: ['First Name', 'Rest'] };
const fill: ColumnTool = { tool: 'default', column: 'Rest', value: 'x' };
const withBoth: ImportDraft = addTool(addTool(draftFor(upload), split), fill);

describe('the tools of a draft', () => {
  it('add columns with their first values, and map those named like a free field', () => {
    const shown = toolUpload(upload, withBoth.columnTools);
    expect(shown.columns).toEqual(['Name', 'Mail', 'First Name', 'Rest']);
    expect(shown.preview).toEqual([
      { Name: 'Ada Byron', Mail: 'ada@mail.example', 'First Name': 'Ada', Rest: 'Byron' },
    ]);
    expect(withBoth.mapping).toEqual({ Mail: 'email', 'First Name': 'firstName' });
  });

  it('take what depends on them along when they are removed', () => {
    const mapped = mapColumn(withBoth, 'Rest', 'brand');
    expect(removeTool(mapped, upload, 0)).toMatchObject({ columnTools: [], mapping: { Mail: 'email' } });
    expect(removeTool(mapped, upload, 1)).toMatchObject({ columnTools: [split], mapping: mapped.mapping });
  });

  it('can be changed, and drop a tool whose column is gone', () => {
    const renamed = { ...split, into: ['A', 'B'] };
    expect(changeTool(withBoth, upload, 0, renamed)).toMatchObject({
      columnTools: [renamed],
      mapping: { Mail: 'email' },
    });
  });

  it('are checked in their place, in words for the one that is open', () => {
    expect(toolProblemAt(upload, [], 0, fill)).toBe('There is no column "Rest"');
    expect(toolProblemAt(upload, [split], 1, fill)).toBeNull();
    expect(toolProblemAt(upload, [split], 1, split)).toBe('There\'s already a column "First Name"');
  });
});

describe('the form of a tool', () => {
  it('makes the tool that it was opened with', () => {
    const tools: ColumnTool[] = [
      split,
      fill,
      { tool: 'merge', columns: ['Name', 'Mail'], separator: '', into: 'Both' },
      { tool: 'constant', into: 'Brand', value: 'Acme' },
      { tool: 'replace', column: 'Name', find: 'a', replacement: '', ignoreCase: false, wholeCell: true },
    ];
    for (const tool of tools) expect(toolOf(toolInput(tool))).toEqual({ tool });
  });

  it('says what it lacks', () => {
    const empty = toolInput(null);
    expect(toolOf(empty)).toEqual({ problem: 'Choose at least two columns' });
    expect(toolOf({ ...empty, tool: 'default' })).toEqual({ problem: 'Choose a column' });
    expect(toolOf({ ...empty, tool: 'constant', name: 'x' })).toEqual({ problem: 'Enter a value' });
  });
});

it.each<[ColumnTool, string]>([
  [split, 'Name at a space into First Name and Rest'],
  [fill, 'Rest is "x" where it\'s blank'],
  [
    { tool: 'replace', column: 'Name', find: 'a', replacement: '', ignoreCase: true, wholeCell: true },
    'Name: removes "a" where it\'s the whole cell',
  ],
])('a tool is described: %#', (tool, text) => {
  expect(toolText(tool)).toBe(text);
});
