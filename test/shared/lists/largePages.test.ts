import { expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { businessBody, makeReseller, makeUser } from "../../support/factories.ts";

test("a page of more than the 1 MB that one query returns is whole", async () => {
  const reseller = await makeReseller();
  const userUuid = await makeUser(reseller);
  const body = { ...businessBody, products: Array(100).fill("😀".repeat(70)) };
  const request = { key: reseller.key, query: { userUuid, per_page: "100" }, body };
  const created: string[] = [];
  for (let count = 0; count < 40; count += 1) {
    created.push((await call("POST /v1/businesses", request)).body.data.uuid);
  }
  const { data, meta } = (await call("GET /v1/businesses", { ...request, body: undefined })).body;
  expect(data.slice(1).map(({ uuid }: { uuid: string }) => uuid)).toEqual(created);
  expect(meta).toMatchObject({ total: 41, from: 1, to: 41 });
});
