/** A list with page numbers, named by what it lists and whose it is. */
export interface List {
  reseller_uuid: string;
  list: string;
}

export function usersOf(reseller_uuid: string): List {
  return { reseller_uuid, list: "users" };
}

export function businessesOf(reseller_uuid: string, user_uuid: string): List {
  return { reseller_uuid, list: `user#${user_uuid}#businesses` };
}

export function websitesOf(reseller_uuid: string, business_uuid: string): List {
  return { reseller_uuid, list: `business#${business_uuid}#websites` };
}

export function competitorsOf(reseller_uuid: string, business_uuid: string): List {
  return { reseller_uuid, list: `business#${business_uuid}#competitors` };
}
