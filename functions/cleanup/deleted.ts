/** A deleted record: whose it was, and its uuid. */
export interface Deleted {
  reseller_uuid: string;
  uuid: string;
}
