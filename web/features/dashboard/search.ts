/** Search parameters of the dashboard, as they stand in the URL. */
export interface DashboardSearch {
  /** A period of the list; the last 30 days are not in the URL. */
  period?: string | undefined;
  /** Days of a period of the user's choice, `yyyy-mm-dd`. */
  from?: string | undefined;
  to?: string | undefined;
  /** Part of the world on the map. */
  map?: string | undefined;
}
