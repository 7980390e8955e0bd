/** Search parameters of the customers, as they stand in the URL. */
export interface CustomersSearch {
  search?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
  /** Page number, present only from 2 on. */
  page?: string | undefined;
  /** Number of the customer whose drawer is open. */
  customer?: string | undefined;
}
