/** Parameters of the screen's address. */
export interface SuppressionSearch {
  list?: string | undefined;
  search?: string | undefined;
  page?: string | undefined;
}
