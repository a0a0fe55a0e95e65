import * as z from "zod/mini";
import { addressFields, changedAddress } from "../../../shared/fields/address.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched, updated } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed, getListed } from "../../../shared/lists/changeListed.ts";
import { presentAddress } from "../../../shared/resources/business.ts";
import { addressSchema } from "../../../shared/resources/schemas.ts";

export const fetchAddress = endpoint({
  route: "GET /v1/businesses/{business_uuid}/address",
  id: "fetchAddress",
  summary: "Fetch the address of a business",
  details:
    "The postal address and phone number that the listings audit looks for in directories. All fields are empty until an onboarding or a change sets them.",
  response: () => fetchedOf(addressSchema),
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentAddress(await getListed(businesses, { reseller_uuid, uuid })));
  },
});

/** Changes the address that the listings audit compares with directories. */
export const updateAddress = endpoint({
  route: "PATCH /v1/businesses/{business_uuid}/address",
  id: "updateAddress",
  summary: "Change the address of a business",
  details:
    "Changes the fields that are sent and keeps the rest. The first change of a business without an address needs `address_line_1`, `city`, `phone_number` and `country_code`.",
  response: () => doneOf("Address updated", addressSchema),
  exampleBody: {
    address_line_1: "2 Mill Street",
    city: "Leeds",
    postcode: "LS1 1AA",
    phone_number: "+441132223344",
    country_code: "GB",
  },
  body: z.partial(z.object(addressFields)),
  async answer({ reseller_uuid, uuid, body }) {
    const business = await changeListed(businesses, { reseller_uuid, uuid }, (business) => {
      if (Object.keys(body).length === 0) return undefined;
      return { set: { address: changedAddress(business.address, body) } };
    });
    return updated("Address", presentAddress(business));
  },
});
