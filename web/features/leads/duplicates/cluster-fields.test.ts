import { expect, it } from 'vitest';
import { type Lead, lead as leadShape } from '#contract/leads.ts';
import { clusterFields, takenFields } from './cluster-fields.ts';

function lead(given: Partial<Lead>): Lead {
  const empty = Object.fromEntries(Object.keys(leadShape.shape).map((key) => [key, null]));
  return {
    ...empty,
    status: 'new',
    isSold: false,
    tags: [],
    customData: {},
    createdAt: '2026-01-01T00:00:00.000Z',
    ...given,
  } as Lead;
}

const leads = [
  lead({ email: 'jo.doe@mail.example', city: 'Ulm', tags: ['vip'], customData: { Plan: 'gold' } }),
  lead({
    email: 'jodoe@mail.example',
    city: 'Ulm',
    postcode: '89073',
    tags: ['warm'],
    customData: { Plan: 'free' },
  }),
];
const fields = clusterFields(leads);
const field = (name: string) => fields.find((one) => one.field === name);

it('shows the fields that either holds and marks what differs', () => {
  expect(field('city')).toMatchObject({ differs: false, choosable: false });
  expect(field('email')).toMatchObject({ differs: true, choosable: true });
  expect(field('custom:Plan')).toMatchObject({ values: ['gold', 'free'], choosable: true });
  expect(field('brand')).toBeUndefined();
});

it('leaves no choice where one holds nothing, nor for tags', () => {
  expect(field('postcode')).toMatchObject({ differs: true, choosable: false });
  expect(field('tags')).toMatchObject({ differs: true, choosable: false });
});

it('takes what was chosen from the lead that is merged in', () => {
  expect(takenFields(fields, 0, { email: 1, 'custom:Plan': 0, postcode: 1 })).toEqual(['email']);
  expect(takenFields(fields, 1, {})).toEqual([]);
});

it('offers no choice of values among three leads', () => {
  const three = clusterFields([...leads, lead({ email: 'j@mail.example' })]);
  expect(three.filter(({ choosable }) => choosable)).toEqual([]);
  expect(three.find(({ field: name }) => name === 'city')?.values).toEqual(['Ulm', 'Ulm', '']);
});
