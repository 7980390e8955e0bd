import { expect, it } from 'vitest';
import { sampleIn } from './samples.ts';

const body = { name: "O'Neil", tags: ['a'], empty: [], sold: true, none: null, amount: 1.5 };
const post = { method: 'POST', url: 'https://leads.example/api/v1/leads', body };

it('writes curl with a body that the shell leaves as it is', () => {
  const text = sampleIn('curl', post);
  expect(text).toContain(`curl -X POST 'https://leads.example/api/v1/leads' \\\n`);
  expect(text).toContain(`-H "Authorization: Bearer $LM_TOKEN"`);
  expect(text).toContain(String.raw`O'\''Neil`);
});

it('writes JavaScript whose body is the JSON', () => {
  const text = sampleIn('javascript', post);
  const json = /JSON\.stringify\((.*?)\),\n\}\);/s.exec(text)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual(body);
});

it("writes Python with Python's own words", () => {
  const text = sampleIn('python', post);
  expect(text).toContain(`"name": "O'Neil",`);
  expect(text).toContain('"sold": True,');
  expect(text).toContain('"none": None,');
  expect(text).toContain('"empty": [],');
});

it('leaves body and content type out of a call that only reads', () => {
  for (const language of ['curl', 'javascript', 'python'] as const) {
    const text = sampleIn(language, { method: 'GET', url: 'https://leads.example/api/v1/leads?limit=1' });
    expect(text).not.toContain('Content-Type');
    expect(text).toContain('leads?limit=1');
  }
});
