import { afterAll, beforeAll, describe } from 'vitest';
import { WRITTEN_FIELDS } from '#contract/lead-fields.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { followFields } from './field-sinks.ts';

// Every plain text field of the table goes in and out every way.

describe('each plain text field', () => {
  let app: TestApp;
  // A customer number comes with a sale or an import alone.
  const fields = WRITTEN_FIELDS.filter(({ kind, key }) => kind === 'text' && key !== 'customerNumber');

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  followFields(() => ({ app, fields }));
});
