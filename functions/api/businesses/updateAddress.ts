import * as z from "zod/mini";
import { addressFields } from "../../../shared/fields/address.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { updated } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import {
  changedAddress,
  presentAddress,
  showAddress,
} from "../../../shared/resources/businessAddress.ts";

/** Changes the address that the listings audit compares with directories. */
export const updateAddress = endpoint({
  record: "businesses",
  body: z.partial(z.object(addressFields)),
  async answer({ reseller_uuid, uuid, body, event }) {
    const check = preconditionOf(event, showAddress);
    const business = await changeListed(businesses, { reseller_uuid, uuid }, async (found) => {
      await check?.(found);
      if (Object.keys(body).length === 0) return undefined;
      return { set: { address: changedAddress(found, body) } };
    });
    return updated("Address", presentAddress(business));
  },
});
