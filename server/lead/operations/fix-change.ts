/** The parameter is a JSON object of numbers by lead id. */
export const PHONE_FIX = {
  kind: 'bulk',
  set: 'phone = $9::jsonb ->> b.id::text, number_valid = true',
  when: 'NOT b.number_valid',
  columns: ['phone', 'number_valid'],
} as const;
