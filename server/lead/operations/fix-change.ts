/** How a bulk operation puts fixed numbers in; its value is a JSON object of the fixed numbers by lead id. */
export const PHONE_FIX = {
  kind: 'bulk',
  set: 'phone = $9::jsonb ->> b.id::text, number_valid = true',
  when: 'NOT b.number_valid',
  columns: ['phone', 'number_valid'],
} as const;

/** How an undo puts the numbers back as they were typed. */
export const PHONE_FIX_UNDONE = {
  set: "phone = e.changes -> 'phone' ->> 0, number_valid = false",
  columns: PHONE_FIX.columns,
};
