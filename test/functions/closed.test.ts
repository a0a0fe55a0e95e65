import { expect, onTestFinished, test, vi } from "vitest";
import { call } from "../support/api.ts";
import { makeEstate, makeReseller, makeShare } from "../support/factories.ts";
import { HEADER, start, upload, work, workToEnd } from "./imports/importing.ts";
import { run } from "./operators/run.ts";
import { open, PAGE } from "./sharedPages/open.ts";

const NOTICED_SECONDS = 10;

/** Passes time, as that for which a container keeps what it has read, and stops the clock. */
function pass(seconds: number) {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + seconds * 1000 });
  onTestFinished(() => void vi.useRealTimers());
}

test("a share of a closed reseller is gone within ten seconds, and comes back with the reseller", async () => {
  const { reseller, website } = await makeEstate();
  const { uuid } = reseller;
  const { token } = await makeShare(reseller, { website_uuid: website });
  const status = async () => (await open(PAGE, token)).statusCode;
  expect(await status()).toBe(200);
  await run("reseller close", { uuid, yes: true });
  pass(NOTICED_SECONDS);
  expect(await status()).toBe(404);
  await run("reseller reopen", { uuid });
  pass(NOTICED_SECONDS);
  expect(await status()).toBe(200);
});

test("an import under way waits while its reseller is closed, and goes on when it is reopened", async () => {
  const reseller = await makeReseller();
  const { uuid, key } = reseller;
  const file = await upload(reseller, HEADER);
  expect((await start(reseller, file, true)).status).toBe(200);
  await run("reseller close", { uuid, yes: true });
  await work(reseller, file);
  await run("reseller reopen", { uuid });
  const read = async () =>
    (await call("GET /v1/imports/{import_uuid}", { key, uuid: file })).body.data.state;
  expect(await read()).toBe("checking");
  expect(await workToEnd(reseller, file)).not.toMatchObject({ state: "checking" });
});
