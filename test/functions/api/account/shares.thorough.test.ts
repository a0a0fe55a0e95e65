import { expect, test } from "vitest";
import { ShareToken } from "../../../../shared/entities/share.ts";
import { call } from "../../../support/api.ts";
import { makeCustomer, makeWebsite } from "../../../support/factories.ts";

test("no token stays of a share of a website that is deleted meanwhile", async () => {
  const { reseller, business } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const website = await makeWebsite(reseller, business);
  const create = () => call("POST /v1/shares", { key, body: { website_uuid: website } });
  await Promise.all([
    ...Array.from({ length: 4 }, create),
    call("DELETE /v1/websites/{website_uuid}", { key, uuid: website }),
  ]);
  const { body } = await call("GET /v1/shares", { key });
  const { data } = await ShareToken.scan
    .where((token, { eq }) => eq(token.reseller_uuid, reseller_uuid))
    .go({ pages: "all" });
  expect(data).toHaveLength(body.data.length);
});
