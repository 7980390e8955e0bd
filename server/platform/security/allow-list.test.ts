import { describe, expect, test } from 'vitest';
import { addressBlock, allowsAddress, canonicalAddress, canonicalEntry } from './allow-list.ts';

describe('the form of an entry', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['192.0.2.1/32', '192.0.2.1'],
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['10.255.255.255/9', '10.128.0.0/9'],
    ['1.2.3.4/0', '0.0.0.0/0'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
    ['::/0', '::/0'],
    ['::1', '::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['::ffff:192.0.2.77/120', '192.0.2.0/24'],
  ])('%s becomes %s', (given, canonical) => {
    expect(canonicalEntry(given)).toBe(canonical);
    expect(canonicalEntry(canonical)).toBe(canonical);
  });

  test.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.1.5',
    '256.0.0.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '3232235777',
    '192.0.2.1/33',
    '192.0.2.1/-1',
    '192.0.2.1/08',
    '192.0.2.1/',
    '192.0.2.1/24/24',
    '192.0.2.1/255.255.255.0',
    '192.0.2.1:80',
    '2001:db8::1/129',
    '2001:db8:::1',
    'fe80::1%eth0',
    '::ffff:192.0.2.1/64',
    '*',
  ])('%s is none', (given) => {
    expect(canonicalEntry(given)).toBeNull();
  });
});

test.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['2001:DB8::0001', '2001:db8::1'],
  ['unknown', 'unknown'],
])('the address %s is written %s', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('attempts from %s are counted by %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

describe('a list', () => {
  test('without entries lets in everybody', () => {
    expect(allowsAddress([], '192.0.2.1')).toBe(true);
    expect(allowsAddress([], 'unknown')).toBe(true);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.0/25', '192.0.2.127', true],
    ['192.0.2.0/25', '192.0.2.128', false],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '192.0.2.1', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['2001:db8::1', '2001:0db8:0::0001', true],
    ['192.0.2.1', 'unknown', false],
    ['192.0.2.1', '', false],
  ])('of %s lets %s in: %s', (entry, address, expected) => {
    expect(allowsAddress([entry], address)).toBe(expected);
    expect(allowsAddress(['198.51.100.0/24', entry], address)).toBe(expected);
  });
});
