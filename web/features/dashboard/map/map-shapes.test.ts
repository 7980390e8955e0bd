import { expect, it } from 'vitest';
import { MAP_HEIGHT, MAP_WIDTH, SMALL_COUNTRIES, shapesOf } from './map-shapes.ts';

const COUNTRY_SHAPES = shapesOf('world');

const placeOf = (code: string) => {
  const shape = COUNTRY_SHAPES.find((one) => one.code === code);
  if (!shape) throw new Error(`${code} is not on the map`);
  return shape;
};

it('knows the code of every shape of the atlas', () => {
  expect(COUNTRY_SHAPES.filter(({ code }) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  const shapes = COUNTRY_SHAPES.filter(({ path }) => path !== null).map(({ code }) => code);
  for (const code of ['US', 'DE', 'BR', 'AU', 'XK', 'TW', 'PS', 'EH']) expect(shapes).toContain(code);
  expect(shapes).not.toContain('AQ');
});

it('draws a country as a shape or as a dot, not both', () => {
  const shapes = new Set(COUNTRY_SHAPES.filter(({ path }) => path !== null).map(({ code }) => code));
  expect(SMALL_COUNTRIES.filter(({ code }) => shapes.has(code))).toEqual([]);
  expect(new Set(SMALL_COUNTRIES.map(({ code }) => code)).size).toBe(SMALL_COUNTRIES.length);
});

it('places all of them inside the picture', () => {
  for (const { code, x, y } of [...COUNTRY_SHAPES, ...shapesOf('europe')]) {
    expect(x, code).toBeGreaterThanOrEqual(0);
    expect(x, code).toBeLessThanOrEqual(MAP_WIDTH);
    expect(y, code).toBeGreaterThanOrEqual(0);
    expect(y, code).toBeLessThanOrEqual(MAP_HEIGHT);
  }
});

it('keeps west left and north up, and France in Europe', () => {
  expect(placeOf('US').x).toBeLessThan(placeOf('FR').x);
  expect(placeOf('FR').x).toBeLessThan(placeOf('DE').x);
  expect(placeOf('SG').x).toBeGreaterThan(placeOf('IN').x);
  expect(placeOf('NO').y).toBeLessThan(placeOf('FR').y);
  expect(placeOf('FR').y).toBeLessThan(placeOf('ZA').y);
});

it('shows Europe larger, without the countries that are far from it', () => {
  const europe = shapesOf('europe');
  const codes = new Set(europe.map(({ code }) => code));
  for (const code of ['IE', 'PT', 'NO', 'UA', 'GR', 'MT', 'CY', 'RU', 'TR']) expect(codes).toContain(code);
  for (const code of ['US', 'BR', 'IN', 'AU', 'ZA', 'SG']) expect(codes).not.toContain(code);
  const gap = (shapes: typeof europe) => {
    const [from, to] = ['FR', 'DE'].map((code) => shapes.find((shape) => shape.code === code)?.x ?? 0);
    return Number(to) - Number(from);
  };
  expect(gap(europe)).toBeGreaterThan(3 * gap(COUNTRY_SHAPES));
});
