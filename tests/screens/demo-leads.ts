import { type SamplePerson, samplePerson } from '#server/features/demo-data/sample-people.ts';

/** Columns of the demo files and the lead fields that they feed. */
export const DEMO_MAPPING: Readonly<Record<string, keyof SamplePerson>> = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  'E-mail': 'email',
  Mobile: 'phone',
  Country: 'country',
  City: 'city',
  Brand: 'brand',
  Source: 'source',
  Status: 'status',
  HLR: 'hlr',
  Tags: 'tags',
  'Deposit Amount': 'depositAmount',
  Currency: 'currency',
  'Deposit Date': 'depositDate',
};

/** Returns the rows of a file with these leads, the header first. */
export function demoRows(from: number, count: number): string[][] {
  return [
    Object.keys(DEMO_MAPPING),
    ...Array.from({ length: count }, (_, n) => {
      const person = samplePerson(from + n);
      return Object.values(DEMO_MAPPING).map((field) => person[field]);
    }),
  ];
}
