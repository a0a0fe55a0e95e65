import { randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { WebsiteFindings } from "../../shared/entities/findings.ts";
import { UserExport } from "../../shared/entities/userExport.ts";
import { prefixOf } from "../../shared/findings.ts";
import { timestamp } from "../../shared/time.ts";
import { call } from "../support/api.ts";
import { work } from "../support/closing.ts";
import { costOf } from "../support/cost.ts";
import { makeCustomer } from "../support/factories.ts";
import { fillWebsites } from "../support/fillWebsites.ts";
import { interceptMessages, interceptRequests } from "../support/interceptRequests.ts";

const SIZES = [1000, 10_000];
const HOUR_MS = 3_600_000;
const REQUESTS_A_LOOK = 500;
/** Less is in use for other reasons. */
const LEAST_BYTES = 8_000_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** A customer with websites that have 10,000 characters of findings each. */
async function makeFilled(size: number) {
  const customer = await makeCustomer();
  const { reseller, business: business_uuid } = customer;
  const reseller_uuid = reseller.uuid;
  const uuids = await fillWebsites(reseller_uuid, business_uuid, size);
  const findings = uuids.map((uuid) => ({
    ...{ reseller_uuid, business_uuid, uuid, revision: 1, prefix: prefixOf(uuid) },
    changed_at: timestamp(),
    findings: [{ uuid, subject: randomBytes(5000).toString("hex") }] as never,
  }));
  await WebsiteFindings.put(findings).go({ concurrency: 4 });
  return customer;
}

/** The most bytes in use at once during some work, and its requests for each website. */
async function measure(size: number, work: () => Promise<unknown>) {
  collect();
  const before = process.memoryUsage().heapUsed;
  let [requests, most] = [0, 0];
  const end = interceptRequests(() => {
    requests += 1;
    if (requests % REQUESTS_A_LOOK > 0) return;
    collect();
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  });
  const begun = process.cpuUsage();
  const cost = await costOf(work);
  end();
  const { user } = process.cpuUsage(begun);
  const each = { requests: cost.requests / size, readUnits: cost.readUnits / size };
  console.log(`${size} websites: ${Math.round(most / 1e6)} MB, ${user / 1e6} s, %j`, each);
  return { ...each, most };
}

function assertSteady([few, many]: Awaited<ReturnType<typeof measure>>[]) {
  expect((many?.requests ?? 0) / (few?.requests ?? 0)).toBeLessThan(1.1);
  expect((many?.most ?? 0) / Math.max(few?.most ?? 0, LEAST_BYTES)).toBeLessThan(1.5);
}

test(
  "the export of a user with 10,000 websites takes no more memory than with 1,000",
  async () => {
    const measured: Awaited<ReturnType<typeof measure>>[] = [];
    for (const size of SIZES) {
      const { reseller, user } = await makeFilled(size);
      const ask = () => call("GET /v1/users/{user_uuid}/export", { key: reseller.key, uuid: user });
      await ask();
      const key = { reseller_uuid: reseller.uuid, uuid: user };
      const { data } = await UserExport.get(key).go({ consistent: true });
      const waiting: unknown[] = [{ user_export: { ...key, export_uuid: data?.export_uuid } }];
      const end = interceptMessages((_, { Entries }) => {
        const [entry] = Entries as { MessageBody: string }[];
        waiting.push(JSON.parse(entry?.MessageBody ?? ""));
      });
      measured.push(
        await measure(size, async () => {
          for (const message of waiting) await work(message);
        }),
      );
      end();
      expect(waiting.length).toBeGreaterThan(size / 1000);
      const { bytes } = (await ask()).body.data;
      expect(bytes).toBeGreaterThan(10_000 * size);
    }
    assertSteady(measured);
  },
  HOUR_MS,
);
