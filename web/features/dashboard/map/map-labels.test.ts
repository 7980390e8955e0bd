import { expect, it } from 'vitest';
import { labelsOf } from './map-labels.ts';

const at = (code: string, x: number, y: number, totalLeads = 1) => ({ code, totalLeads, x, y });
const room = { count: 3, size: 10, width: 400, height: 300 };

it('names the first that have room, in their order', () => {
  const labels = labelsOf(
    [at('US', 100, 50, 12_345), at('DE', 250, 50), at('FR', 240, 52), at('IN', 300, 90)],
    room,
  );
  expect(labels.map(({ code }) => code)).toEqual(['US', 'DE', 'IN']);
  expect(labels[0]?.text).toMatch(/^US 12/);
});

it('leaves out what would stick out, and stops at its count', () => {
  expect(labelsOf([at('FJ', 395, 50), at('GL', 100, 2), at('NG', 100, 298)], room)).toEqual([]);
  const many = Array.from({ length: 9 }, (_, index) => at('AA', 100, 20 + index * 30));
  expect(labelsOf(many, room)).toHaveLength(3);
});
