export interface CustomersSearch {
  search?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
  /** From 2. */
  page?: string | undefined;
  /** Customer in the drawer. */
  customer?: string | undefined;
}
