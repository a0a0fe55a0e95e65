/** What we know of a business; what is empty or absent was never given. */
export interface BusinessDetails {
  name: string;
  hostname: string;
  postcode?: string;
  city?: string;
  /** ISO 3166-1 alpha-2. */
  country_code?: string;
  phone_number?: string;
}

/** A business as a directory shows it. */
export interface Listing {
  /** The names it is known by there. */
  names: string[];
  postcode?: string;
  phones: string[];
}

/** `asked` is false where too little is known of the business to tell it from others. */
export type Lookup = { asked: false } | { asked: true; listing?: Listing };

/** Where people look a business up. */
export interface ListingDirectory {
  readonly name: string;
  /** Throws when the directory could not be asked. */
  find(business: BusinessDetails): Promise<Lookup>;
}
