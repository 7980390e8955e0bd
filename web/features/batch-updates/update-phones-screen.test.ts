import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { updateFailure } from './update-phones-screen.tsx';

it.each([
  [
    new ApiError(
      400,
      'Bad Request',
      '{"message":"There is no Phone column","error":"There is no Phone column"}',
    ),
    'There is no Phone column',
  ],
  [new ApiError(502, 'Bad Gateway', '<html>'), 'Upload failed'],
  [new Error('Network error'), 'Failed to process CSV file'],
])('says of %s: %s', (error, description) => {
  expect(updateFailure(error)).toEqual({ title: 'Update Failed', description });
});
