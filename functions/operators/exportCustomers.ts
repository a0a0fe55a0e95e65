import * as z from "zod/mini";
import type { UserRecord } from "../../shared/entities/user.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { readPage } from "../../shared/lists/readPage.ts";
import { users } from "../../shared/lists/users.ts";
import { websites } from "../../shared/lists/websites.ts";
import { presentAddress } from "../businesses/address.ts";
import { reseller_uuid } from "./naming.ts";
import { requireReseller } from "./reseller.ts";

const PER_PAGE = 100;
const LAST_PAGE = 1_000_000;
const FIRST = { offset: 0, limit: 1 };

/**
 * A page of a reseller's customers, as the body of an onboarding has them: each user with the first business and
 * that one's first website. `left_out` counts the others, and users without a business.
 */
export const exportCustomers = command(
  { reseller_uuid, page: z._default(wholeNumber("--page", LAST_PAGE), 1) },
  async ({ reseller_uuid, page }) => {
    await requireReseller(reseller_uuid);
    const slice = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE };
    const { records, total } = await readPage(users, { reseller_uuid }, slice);
    const found = await Promise.all(records.map(readCustomer));
    return {
      ...{ page, pages: Math.max(1, Math.ceil(total / PER_PAGE)) },
      customers: found.flatMap(({ customer }) => customer ?? []),
      left_out: found.reduce((sum, { left_out }) => sum + left_out, 0),
    };
  },
);

async function readCustomer(user: UserRecord) {
  const { reseller_uuid, uuid: user_uuid } = user;
  const ofUser = await readPage(businesses, { reseller_uuid, user_uuid }, FIRST);
  const [business] = ofUser.records;
  if (!business) return { left_out: 1 };
  const place = { reseller_uuid, business_uuid: business.uuid };
  const ofBusiness = await readPage(websites, place, FIRST);
  const [website] = ofBusiness.records;
  const { email, first_name, last_name, language_preference } = user;
  const customer = {
    ...{ email, first_name, last_name, language_preference },
    business: {
      ...{ business_name: business.name, hostname: website?.hostname ?? "" },
      ...presentAddress(business),
    },
  };
  return { customer, left_out: ofUser.total - 1 + Math.max(0, ofBusiness.total - 1) };
}
