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
  const url = /^https?:/i.test(hostname) ? URL.parse(hostname) : URL.parse(`http://${hostname}`);
  return (url?.hostname ?? hostname).replace(/^www\./, "");
}
