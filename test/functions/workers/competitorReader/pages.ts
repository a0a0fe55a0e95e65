/** The fields of a competitor, except its name, before its site is read. */
export const UNREAD = {
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
