/** Colors of statuses, each with tokens of its own on the screens. */
export const LEAD_STATUS_COLORS = [
  'gray',
  'blue',
  'violet',
  'pink',
  'red',
  'orange',
  'yellow',
  'green',
] as const;

export type LeadStatusColor = (typeof LEAD_STATUS_COLORS)[number];

/** Maximum number of statuses of an organization. */
export const LEAD_STATUSES_MAX = 50;
/** Maximum length of a status' name in characters. */
export const LEAD_STATUS_NAME_MAX = 50;
