import { expect, test } from "vitest";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "../support/api.ts";
import { invalid } from "../support/expected.ts";
import { makeCustomer, onboardingBody } from "../support/factories.ts";
import { thoroughTest } from "../support/runs.ts";
import { run } from "./operators/run.ts";

/** A reseller with a limit of websites per host name, and requests in its name. */
async function setUp(most?: number) {
  const { reseller, business: businessUuid } = await makeCustomer();
  const { key, uuid } = reseller;
  if (most !== undefined) await run("reseller set", { uuid, max_websites_per_host: `${most}` });
  return {
    uuid,
    add: (hostname: string, kind: "websites" | "competitors" = "websites") =>
      call(`POST /v1/${kind}`, { key, query: { businessUuid }, body: { hostname } }),
    move: (website: string, hostname: string) =>
      call("PATCH /v1/websites/{website_uuid}", { key, uuid: website, body: { hostname } }),
    remove: (website: string) => call("DELETE /v1/websites/{website_uuid}", { key, uuid: website }),
    onboard: (hostname: string) => {
      const body = onboardingBody();
      return call("POST /v1/onboarding", {
        key,
        body: { ...body, business: { ...body.business, hostname } },
      });
    },
  };
}

const text = (most: number) => `An account can have at most ${most} websites of one host name`;
const aHost = () => `${newUuid()}.example`;

test("websites of a host name reach the limit, however it is written, and one less makes room", async () => {
  const [host, { add, onboard, remove }] = [aHost(), await setUp(2)];
  const { uuid } = (await add(`https://www.${host}/shop`)).body.data;
  expect((await add(`HTTP://${host.toUpperCase()}.:443/?a#b`)).status).toBe(200);
  expect(await add(`${host}.:8080/d`)).toEqual(invalid({ hostname: { max: text(2) } }));
  expect(await onboard(host)).toEqual(invalid({ "business.hostname": { max: text(2) } }));
  await remove(uuid);
  expect((await onboard(`${host}/e`)).status).toBe(200);
  expect((await add(host)).status).toBe(422);
});

test("a website can't be moved to a host name beyond the limit, but within its own", async () => {
  const [host, { add, move }] = [aHost(), await setUp(2)];
  const { uuid } = (await add(host)).body.data;
  await add(`${host}/b`);
  const other = (await add(aHost())).body.data.uuid;
  expect(await move(other, `${host}/c`)).toEqual(invalid({ hostname: { max: text(2) } }));
  expect((await move(uuid, `www.${host}/d`)).status).toBe(200);
  expect((await move(uuid, aHost())).status).toBe(200);
  expect((await move(other, `${host}/c`)).status).toBe(200);
});

thoroughTest("other hosts, competitors and other resellers' websites do not count", async () => {
  const [host, { add }] = [aHost(), await setUp(2)];
  for (const other of [`${host}.br`, `${host}-shop.de`, `shop.${host}`, `${host}x/${host}`]) {
    expect((await add(other)).status).toBe(200);
  }
  for (let count = 0; count < 3; count += 1) await add(host, "competitors");
  const another = await setUp(2);
  for (const hostname of [host, `${host}/a`]) {
    expect((await another.add(hostname)).status).toBe(200);
    expect((await add(hostname)).status).toBe(200);
  }
  expect((await add(host)).status).toBe(422);
});

thoroughTest(
  "by default 200 websites of a host name are possible, added at once or not",
  async () => {
    const [host, { uuid, add }] = [aHost(), await setUp()];
    for (let first = 0; first < 200; first += 10) {
      const some = Array.from({ length: 10 }, (_, index) => add(`${host}/${first + index}`));
      for (const { status } of await Promise.all(some)) expect(status).toBe(200);
    }
    expect(await add(host)).toEqual(invalid({ hostname: { max: text(200) } }));
    expect((await add(aHost())).status).toBe(200);
    await run("reseller set", { uuid, max_websites_per_host: "201" });
  },
);
