import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import { businessNamePrefix } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { continued, numberCursorQuery } from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/validationErrors.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { businessesOf } from "../../shared/lists/listedKind.ts";
import { readAccountPage, readListPage, readPlaces } from "../../shared/lists/readAccount.ts";
import { searchByName } from "../../shared/lists/searchAccount.ts";
import { presentWithCustomFields } from "../../shared/resources/business.ts";
import { readCustomFields } from "../../shared/resources/customFields.ts";

const query = z.object({
  name: described(
    z.optional(businessNamePrefix),
    "Only businesses whose name begins with this text; case is ignored.",
    "Example",
  ),
  userUuid: described(z.optional(uuidParameter("userUuid")), "Only businesses of this user."),
  ...numberCursorQuery,
});

export const listAccountBusinesses = endpoint({
  query,
  async answer({ reseller_uuid, query, event }) {
    const { records, next } = await readRequested(reseller_uuid, query);
    // Read after the page, so that every value on it has its custom field.
    const fields = await readCustomFields(reseller_uuid);
    return continued(event, query, {
      records: records.map((business) => ({
        ...presentWithCustomFields(business, fields),
        user_uuid: business.user_uuid,
        sequence: business.revision,
      })),
      next,
    });
  },
});

async function readRequested(
  reseller_uuid: string,
  { name, userUuid: user_uuid, cursor: from, per_page: limit }: z.output<typeof query>,
) {
  const slice = { from, limit };
  const user = user_uuid === undefined ? undefined : { reseller_uuid, user_uuid };
  const list = user && businessesOf(user).list;
  const isInList = (each: string) => (list ? each === list : each.endsWith("#businesses"));
  const places = name ? await searchByName(reseller_uuid, name, isInList) : undefined;
  if (places) return await readPlaces(businesses, reseller_uuid, { places, slice });
  if (user) return await readListPage(businesses, user, slice);
  return await readAccountPage(businesses, reseller_uuid, slice);
}
