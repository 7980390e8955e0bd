import { expect, it } from 'vitest';
import { type QueueOptions, queueOptions } from '#contract/import-queue.ts';
import { draftOptions, optionsDraft } from './queue-draft.ts';

it.each<Partial<QueueOptions>>([
  {},
  { manualTags: ['autumn', 'vip'], defaultCountry: 'DE', countryFromPhone: false },
  { importMode: { mode: 'update', matchField: 'id' }, updatePolicy: 'fillEmpty' },
])('gives back the options that were edited: %j', (given) => {
  const options = queueOptions.parse(given);
  expect(draftOptions(optionsDraft(options))).toEqual(options);
});
