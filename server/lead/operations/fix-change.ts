/** The parameter is a JSON object of numbers by lead id. */
export const PHONE_FIX = {
  kind: 'bulk',
  set: 'phone = $9::jsonb ->> b.id::text, number_valid = true',
  when: 'NOT b.number_valid',
  columns: ['phone', 'number_valid'],
} as const;

/** SQL with which an undo restores the numbers as they were entered. */
export const PHONE_FIX_UNDONE = {
  set: "phone = e.changes -> 'phone' ->> 0, number_valid = false",
  columns: PHONE_FIX.columns,
};
