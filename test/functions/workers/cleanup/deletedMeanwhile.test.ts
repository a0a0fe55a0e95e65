import { expect, onTestFinished, test } from "vitest";
import { handler as changes } from "../../../../functions/workers/changes/index.ts";
import { settle } from "../../../../functions/workers/cleanup/settle.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { readClosing } from "../../../../shared/lists/stripes.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { TooBusy } from "../../../../shared/platform/errors.ts";
import { call } from "../../../support/api.ts";
import { closeReseller } from "../../../support/closing.ts";
import {
  anHourAfterRestoring,
  makeCustomer,
  makeReseller,
  makeSandbox,
  makeWebsite,
} from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { recordStream } from "../../../support/recordStream.ts";

const DELETE = "DELETE /v1/businesses/{business_uuid}";
const DELETE_USER = "DELETE /v1/users/{user_uuid}";
const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";

/** A user with a business and its website, and how requests about them are made and cleaned up after. */
async function makeSite() {
  const { reseller, user, business } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const website = await makeWebsite(reseller, business);
  /** A request about the user or the business, and what the dispatcher does after it. */
  const request = async (route: string, uuid = user) => {
    const Records = await recordStream(async () => {
      expect((await call(route, { key, uuid })).status).toBe(200);
    });
    await changes({ Records });
  };
  const cleanUp = async (kind: "user" | "business") => {
    const steps = settle(kind, { reseller_uuid, uuid: kind === "user" ? user : business });
    while (!(await steps.next()).done);
  };
  const status = async () =>
    (await call("GET /v1/websites/{website_uuid}", { key, uuid: website })).status;
  return { reseller, reseller_uuid, business, website, request, cleanUp, status };
}

/** Does something ahead of the first such request that is sent from now on. */
function before(isIt: (command: string, input: object) => boolean, meanwhile: () => unknown) {
  const end = interceptRequests(async (command, input) => {
    if (!isIt(command, input)) return;
    end();
    await meanwhile();
  });
  onTestFinished(end);
}

const textOf = (input: object) =>
  JSON.stringify(input, (_, value) => (typeof value === "bigint" ? String(value) : value));
const isTransaction = (command: string) => command === "TransactWrite";

test("a business that comes back as its clean-up begins keeps its websites", async () => {
  const { request, cleanUp, status } = await makeSite();
  await request(DELETE_USER);
  await cleanUp("user");
  before(isTransaction, async () => {
    await request(RESTORE);
    await cleanUp("user");
  });
  await cleanUp("business");
  // The stream tells that it has come back.
  await cleanUp("business");
  expect(await status()).toBe(200);
});

test("a business that is deleted again as its restoration is followed has no open list", async () => {
  const { reseller, reseller_uuid, business, request, cleanUp } = await makeSite();
  await request(DELETE, business);
  await cleanUp("business");
  await request(RESTORE, business);
  await anHourAfterRestoring(reseller, business);
  before(isTransaction, () => request(DELETE, business));
  await cleanUp("business");
  const list = websites.list({ reseller_uuid, business_uuid: business });
  expect((await readClosing(list)).isClosed).toBe(true);
});

test("a website is kept as it was last, also if it changes while it is taken out", async () => {
  const { reseller_uuid, business, website: uuid, request, cleanUp, status } = await makeSite();
  const key = { reseller_uuid, uuid };
  await request(DELETE, business);
  const isRemoval = (command: string, input: object) =>
    isTransaction(command) && textOf(input).includes(`website#${uuid}`);
  before(isRemoval, () =>
    Website.patch(key).set({ hostname: "https://last.example" }).add({ revision: 1 }).go(),
  );
  await expect(cleanUp("business")).rejects.toThrow(TooBusy);
  await cleanUp("business");
  expect(await status()).toBe(404);
  await request(RESTORE, business);
  await cleanUp("business");
  expect((await Website.get(key).go()).data?.hostname).toBe("https://last.example");
});

test("a sandbox that is made while its reseller is closed is closed as well", async () => {
  const reseller = await makeReseller();
  let sandbox = "";
  before(isTransaction, async () => {
    ({ uuid: sandbox } = await makeSandbox(reseller));
  });
  await closeReseller(reseller.uuid);
  const { data } = await Reseller.get({ uuid: sandbox }).go({ consistent: true });
  expect(data?.closed_at).toBeDefined();
});
