import { expect, onTestFinished, test, vi } from "vitest";
import { makeEstate, makeShare } from "../../../support/factories.ts";
import { open, PAGE } from "../../open/sharedPages/open.ts";
import { run } from "../../operators/run.ts";

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
