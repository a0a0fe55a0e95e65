import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { findOffboarding } from "../../functions/cleanup/offboardings.ts";
import { offboardingFile } from "../../shared/entities/offboarding.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { openFile } from "../../shared/files/files.ts";
import { KEY_CACHE_SECONDS } from "../../shared/http/authenticate.ts";
import { call } from "../support/api.ts";
import { makeEstate } from "../support/factories.ts";
import { followReseller } from "../support/follow.ts";
import { interceptRequests } from "../support/interceptRequests.ts";
import { at, goOn } from "../support/offboarding.ts";
import { itemsNaming } from "../support/snapshot.ts";
import { answer, run } from "./operators/run.ts";

const HOUR_MS = 3_600_000;

/** Does work until its request number `limit`: neither that one nor a later one is sent. Returns whether it came so far. */
async function killedAt(limit: number, work: () => Promise<unknown>): Promise<boolean> {
  let requests = 0;
  const end = interceptRequests(() => {
    requests += 1;
    if (requests >= limit) throw new Error("killed");
  });
  await work().catch(() => {});
  end();
  return requests >= limit;
}

/** Every request at first, and then fewer: the later ones repeat what the same loops do. */
const stride = (limit: number) => Math.max(1, Math.floor(limit / 8));

const stateOf = async (uuid: string) => (await findOffboarding(uuid))?.state;

/** Goes on until there is another state, killed once at this request of each step. */
async function goOnKilled(state: string, uuid: string, limit: number): Promise<boolean> {
  let isKilled = false;
  while ((await stateOf(uuid)) === state) {
    isKilled = (await killedAt(limit, () => goOn(uuid))) || isKilled;
    if ((await stateOf(uuid)) === state) await goOn(uuid);
  }
  return isKilled;
}

async function linesOf(uuid: string): Promise<string[]> {
  const { parts = 0 } = (await findOffboarding(uuid)) ?? {};
  const lines: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    const file = await openFile(offboardingFile(uuid, part));
    lines.push(
      ...gunzipSync((await file?.read()) ?? "")
        .toString()
        .split("\n"),
    );
  }
  return lines.filter((line) => line !== "").toSorted();
}

test(
  "an offboarding that is killed at a request goes on, back and to its end",
  async () => {
    for (let limit = 1, isKilled = true; isKilled; limit += stride(limit)) {
      const { reseller } = await makeEstate();
      const { uuid, key } = reseller;
      const stream = await followReseller(uuid);
      const offboard = () => run("reseller offboard", { uuid, yes: true });
      const wasBeginning = await killedAt(limit, offboard);
      await offboard();
      await stream.dispatch();
      const wasExporting = await goOnKilled("exporting", uuid, limit);
      const lines = await linesOf(uuid);
      expect(lines.length, `killed at ${limit}`).toBeGreaterThan(10);
      expect(lines).toHaveLength(new Set(lines).size);

      const takeBack = () => run("reseller take-back", { uuid });
      const wasReturning = await killedAt(limit, takeBack);
      await takeBack();
      await goOnKilled("returning", uuid, limit);
      await stream.settle();
      const later = Date.now() + KEY_CACHE_SECONDS * 1000;
      expect((await at(later, async () => await call("GET /v1/plans", { key }))).status).toBe(200);
      const { data: webhooks } = await Webhook.query.ofReseller({ reseller_uuid: uuid }).go();
      expect(webhooks.map(({ disabled_at }) => disabled_at)).toEqual([undefined]);

      await offboard();
      await goOnKilled("exporting", uuid, limit);
      await goOnKilled("kept", uuid, limit);
      const wasErasing = await goOnKilled("erasing", uuid, limit);
      await stream.settle();
      expect(await answer("show", { uuid })).toMatchObject({ ok: false });
      const left = (await itemsNaming(`reseller#${uuid}`)).map((item) => String(item["sk"]?.S));
      // Lists stay closed, and the note of the offboarding stays.
      const found = left.filter((sk) => !(/^(?:s#|live#)/.test(sk) || sk === uuid));
      expect(found, `killed at ${limit}`).toEqual([]);
      isKilled = wasBeginning || wasExporting || wasReturning || wasErasing;
    }
  },
  HOUR_MS,
);
