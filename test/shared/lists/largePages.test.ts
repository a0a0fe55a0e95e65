import { expect, test } from "vitest";
import { ListEntry } from "../../../shared/entities/list.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call } from "../../support/api.ts";
import { businessBody, makeCustomer } from "../../support/factories.ts";
import { fillList } from "../../support/fill.ts";

test("a page of more than the 1 MB that one query returns is whole", async () => {
  const { reseller, user } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const body = { ...businessBody, products: Array(100).fill("😀".repeat(70)) };
  await call("POST /v1/businesses", { key, query: { userUuid: user }, body });
  const own = businesses.list({ reseller_uuid, user_uuid: user });
  const { data: copies } = await ListEntry.query.inOrder(own).go();
  const [uuids, userUuid] = [Array.from({ length: 40 }, newUuid), newUuid()];
  const copyOf = (at: number) => ({ ...copies.at(-1)?.record, uuid: uuids[at] });
  await fillList(businesses.list({ reseller_uuid, user_uuid: userUuid }), 40, copyOf);
  const query = { userUuid, per_page: "100" };
  const { data, meta } = (await call("GET /v1/businesses", { key, query })).body;
  expect(data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(uuids);
  expect(meta).toMatchObject({ total: 40, from: 1, to: 40 });
});
