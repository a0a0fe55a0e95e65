import { createClient, orThrow } from "reseller-website-monitoring-client";

const { API = "http://localhost:3000", KEY = "" } = process.env;
const api = createClient({ baseUrl: API, apiKey: KEY });

// A user with a first business and its website, in one call.
const { data, error } = await api.POST("/v1/onboarding", {
  body: {
    email: "grace@example.com",
    first_name: "Grace",
    last_name: "Hopper",
    language_preference: "en-GB",
    business: {
      business_name: "Example Bakery",
      hostname: "https://bakery.example.com",
      address_line_1: "1 Mill Street",
      city: "London",
      phone_number: "+442071838750",
      country_code: "GB",
    },
  },
});
if (data) console.log(`Onboarded ${data.data.user.email}`);
else console.log(`Not onboarded: ${error.message}`);

// What your account has: errors of `GET` and the like are values, `orThrow` throws them.
const { meta } = await orThrow(api.GET("/v1/users"));
console.log(`Users: ${meta.total}`);
