import { siteUrl } from "../fields/siteUrl.ts";

/** In characters, as a client may set it too. A name in punycode can be longer than the host name sent. */
const MAX_NAME_LENGTH = 255;

/**
 * The fields of a competitor that the service fills, as they are before its site has been read:
 * it is named by its host, `https://www.example.com/about` is `example.com`, the rest is empty.
 */
export function unreadFields(hostname: string) {
  return {
    name: nameHost(hostname),
    industry: "",
    address_line_1: "",
    address_line_2: "",
    address_line_3: "",
    city: "",
    county: "",
    country_code: "",
    postcode: "",
    phone_number: "",
  };
}

export type FilledFields = ReturnType<typeof unreadFields>;

function nameHost(hostname: string): string {
  const url = siteUrl(hostname);
  const name = url?.hostname.replace(/^www\./, "") || hostname;
  return [...name].slice(0, MAX_NAME_LENGTH).join("");
}
