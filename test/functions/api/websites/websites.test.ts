import { expect, test } from "vitest";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { call } from "../../../support/api.ts";
import { invalid } from "../../../support/expected.ts";
import { makeBusiness, makeReseller, makeUser, makeWebsite } from "../../../support/factories.ts";

const PATCH = "PATCH /v1/websites/{website_uuid}";

test("a creation needs a host name and a business, and reports both at once", async () => {
  const { key } = await makeReseller();
  expect(await call("POST /v1/websites", { key, body: {} })).toEqual(
    invalid({
      businessUuid: { required: "Business UUID is required" },
      hostname: { required: "Hostname is required" },
    }),
  );
});

test("a change marks another site as up, and leaves the same site as it is", async () => {
  const reseller = await makeReseller();
  const { key } = reseller;
  const business_uuid = await makeBusiness(reseller, await makeUser(reseller));
  const uuid = await makeWebsite(reseller, business_uuid);
  const down = { is_hostname_up: false };
  await changeListed(websites, { reseller_uuid: reseller.uuid, uuid }, () => ({ set: down }));
  const same = await call(PATCH, { key, uuid, body: { hostname: "example.com" } });
  expect(same.body.data).toMatchObject({ uuid, hostname: "example.com", ...down });
  const none = await call(PATCH, { key, uuid, body: {} });
  expect(none.body.data).toMatchObject({ uuid, ...down });
  const other = await call(PATCH, { key, uuid, body: { hostname: "example.org" } });
  expect(other.body.data).toMatchObject({ hostname: "example.org", is_hostname_up: true });
});
