let people = 0;

/** A complete onboarding body with an e-mail address that no other test uses. */
export function onboardingBody() {
  people += 1;
  return {
    email: `person${people}.${process.pid}@example.com`,
    first_name: "Ada",
    last_name: "Lovelace",
    language_preference: "en-GB",
    business: {
      business_name: "Analytical Engines",
      hostname: "https://engines.example.com",
      address_line_1: "1 Mill Street",
      address_line_2: "",
      address_line_3: "",
      city: "London",
      county: "Greater London",
      postcode: "N1 1AA",
      phone_number: "+442071838750",
      country_code: "GB",
    },
  };
}

export const businessBody = {
  name: "Difference Engines",
  industry: "Machines",
  products: ["engine"],
};

/** The address of a business. */
export const addressBody = {
  address_line_1: "2 Mill Street",
  city: "Leeds",
  phone_number: "+441132223344",
  country_code: "GB",
};

/** A maintenance window in the future. */
export const windowBody = {
  starts_at: "2099-01-31T09:30:00+00:00",
  ends_at: "2099-01-31T11:00:00+00:00",
  reason: "New server",
};
