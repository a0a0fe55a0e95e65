import { expect, test } from "vitest";
import { users } from "../../../shared/lists/users.ts";
import { makeReseller } from "../../support/factories.ts";
import { fillList } from "../../support/fill.ts";
import { run } from "./run.ts";

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
])("%i customers are exported in pages of 100: %i", async (count, pages) => {
  const { uuid: reseller_uuid } = await makeReseller();
  if (count > 0) await fillList(users.list({ reseller_uuid }), count, () => ({}), []);
  expect(await run("export", { reseller_uuid, page: 3 })).toEqual({
    ...{ page: 3, pages, customers: [] },
    left_out: 0,
  });
});
