import { expect, test } from "vitest";
import type { SharedView } from "../../../../shared/entities/share.ts";
import { type Stored, StoredValue } from "../../../../shared/entities/storedValue.ts";
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
  const stored = (await StoredValue.scan.go({ pages: "all" })).data as Stored<SharedView>[];
  const tokens = stored.filter(({ pk, value }) => {
    return pk.startsWith("share#") && value.reseller_uuid === reseller_uuid;
  });
  expect(tokens).toHaveLength(body.data.length);
});
