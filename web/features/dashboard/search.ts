export interface DashboardSearch {
  /** Preset; omitted for the last 30 days. */
  period?: string | undefined;
  /** Custom days, `yyyy-mm-dd`. */
  from?: string | undefined;
  to?: string | undefined;
  map?: string | undefined;
}
