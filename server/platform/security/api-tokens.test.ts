import { expect, test } from 'vitest';
import { hashOfApiToken, isApiToken, newApiToken } from './api-tokens.ts';

test('a token is lm_, 32 random characters and a checksum', () => {
  const tokens = Array.from({ length: 200 }, newApiToken);
  for (const { token, shown, hash } of tokens) {
    expect(token).toMatch(/^lm_[0-9A-Za-z]{38}$/);
    expect(isApiToken(token)).toBe(true);
    expect(shown).toBe(token.slice(0, 11));
    expect(hash).toEqual(hashOfApiToken(token));
  }
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(200);
});

test('every character is as likely as any other', () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 1_000; made++) {
    for (const character of newApiToken().token.slice(3, 35)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(62);
  // 516 on average; seven standard deviations to either side.
  for (const count of counts.values()) expect(Math.abs(count - 516)).toBeLessThan(160);
});

test('a mistyped token is known without asking', () => {
  const { token } = newApiToken();
  for (let at = 3; at < token.length; at++) {
    const wrong = token[at] === 'x' ? 'y' : 'x';
    expect(isApiToken(`${token.slice(0, at)}${wrong}${token.slice(at + 1)}`)).toBe(false);
  }
  for (const text of ['', 'lm_', token.slice(3), `${token}0`, ` ${token}`, token.toUpperCase()]) {
    expect(isApiToken(text)).toBe(false);
  }
});
