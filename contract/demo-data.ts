import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DASHBOARD_PATH } from './live-paths.ts';

export const SAMPLE_LEADS = 5_000;
/** Import name in the history. */
export const SAMPLE_NAME = 'Sample data';

const sampleData = z.object({
  /** Includes leads in the trash; null without sample data. */
  leads: z.number().int().nullable(),
});

const call = {
  path: `${DASHBOARD_PATH}/sample-data`,
  access: 'admin',
  input: {},
  status: 200,
  reply: sampleData,
} as const;

export const getDemoData = endpoint({
  ...call,
  method: 'GET',
  errors: ['forbidden'],
});

export const createDemoData = endpoint({
  ...call,
  method: 'POST',
  errors: ['forbidden', 'conflict'],
});

export const removeDemoData = endpoint({
  ...call,
  method: 'DELETE',
  errors: ['forbidden', 'conflict'],
});
