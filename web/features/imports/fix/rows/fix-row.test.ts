import { expect, it } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import { cellProblemsOf, fixColumns } from './fix-row.ts';

it('puts imported columns first, each with its lead field, and keeps their place in the row', () => {
  const plan = importPlan.parse({
    fieldMapping: { 'E-mail': 'email', Plan: 'custom:Plan' },
    nameSplitConfig: { column: 'Name', enabled: true },
  });
  expect(fixColumns(['Remark', 'Name', 'E-mail', 'Plan'], plan)).toEqual([
    { name: 'Name', index: 1, field: 'First and last name', unique: false },
    { name: 'E-mail', index: 2, field: 'Email', unique: true },
    { name: 'Plan', index: 3, field: 'Plan', unique: false },
    { name: 'Remark', index: 0, field: null, unique: false },
  ]);
});

it('is not misled by a column that is called like a member of objects', () => {
  expect(fixColumns(['constructor'], importPlan.parse({ fieldMapping: {} }))[0]?.field).toBeNull();
});

it('finds the problems of a cell, and what a row without contact lacks', () => {
  const problem = { severity: 'error' as const, field: null, value: '', message: '' };
  const date = { ...problem, code: 'invalid_date', column: 'Date' };
  const contact = { ...problem, code: 'no_contact', column: null };
  const problems = [date, contact];
  expect(cellProblemsOf({ problems }, { name: 'Date', unique: false })).toEqual([date]);
  expect(cellProblemsOf({ problems }, { name: 'Mail', unique: true })).toEqual([contact]);
  expect(cellProblemsOf({ problems }, { name: 'City', unique: false })).toEqual([]);
});
