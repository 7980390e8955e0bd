import { expect, it } from 'vitest';
import { clearBottom, freeEdge } from './toast-viewport.tsx';

const PHONE = { left: 0, right: 390, top: 0, bottom: 844 };
const DESK = { left: 0, right: 1440, top: 0, bottom: 900 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
});

it('prefers the usual edge while nothing is typed, or elsewhere', () => {
  expect(freeEdge('top', null, PHONE)).toBe('top');
  expect(freeEdge('top', box(16, 300, 358, 60), PHONE)).toBe('top');
  expect(freeEdge('bottom', box(400, 100, 600, 40), DESK)).toBe('bottom');
});

it('leaves the edge where one types', () => {
  expect(freeEdge('top', box(16, 90, 358, 60), PHONE)).toBe('bottom');
  expect(freeEdge('bottom', box(600, 820, 300, 40), DESK)).toBe('top');
});

it('stays above bars at the lower end, and ignores those beside it or higher up', () => {
  expect(clearBottom([], DESK)).toBe(900);
  expect(clearBottom([box(270, 850, 1140, 40)], DESK)).toBe(850);
  expect(clearBottom([box(270, 780, 1140, 36), box(270, 850, 1140, 40)], DESK)).toBe(780);
  expect(clearBottom([box(270, 850, 200, 40), box(270, 300, 1140, 40)], DESK)).toBe(900);
});

it('stays where the text is beside it', () => {
  expect(freeEdge('bottom', box(990, 820, 430, 40), DESK)).toBe('bottom');
  expect(freeEdge('bottom', box(20, 820, 300, 40), DESK)).toBe('bottom');
});

it('stays where both edges are taken, as by a text that fills the window', () => {
  expect(freeEdge('top', box(0, 0, 390, 844), PHONE)).toBe('top');
});

it('counts with the keyboard on the screen', () => {
  expect(freeEdge('top', box(16, 90, 358, 60), { ...PHONE, bottom: 300 })).toBe('bottom');
  expect(freeEdge('top', box(16, 90, 358, 100), { ...PHONE, bottom: 300 })).toBe('top');
});
