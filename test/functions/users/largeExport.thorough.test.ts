import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as cleanup } from "../../../functions/cleanup/index.ts";
import { exportFile, UserExport } from "../../../shared/entities/userExport.ts";
import { Website } from "../../../shared/entities/website.ts";
import { openFile } from "../../../shared/files/files.ts";
import { websitesOf } from "../../../shared/lists/listedKind.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { makeCustomer, makeWebsite } from "../../support/factories.ts";
import { fillList } from "../../support/fill.ts";
import { interceptMessages } from "../../support/interceptRequests.ts";
import { sqsEvent } from "../../support/messages.ts";

const WEBSITES = 10_000;
const CALL_MS = 15_000;
const MEGABYTE = 2 ** 20;
/** Half of what the smallest stage's function has. */
const MOST_GROWTH = 128 * MEGABYTE;

test("an export of a user with 10,000 websites has each once, in bounded memory", async () => {
  const { reseller, user, business: business_uuid } = await makeCustomer();
  const { uuid: reseller_uuid, key } = reseller;
  const { data: first } = await Website.get({
    ...{ reseller_uuid, uuid: await makeWebsite(reseller, business_uuid) },
  }).go();
  const list = websitesOf({ reseller_uuid, business_uuid });
  const uuids = Array.from({ length: WEBSITES }, newUuid).toSorted();
  await fillList(list, WEBSITES, (sequence) => ({ uuid: uuids[sequence] }));
  const websites = uuids.map((uuid, sequence) => ({ ...first, uuid, sequence }));
  await Website.put(websites as never[]).go({ concurrency: 8 });
  await call("GET /v1/users/{user_uuid}/export", { key, uuid: user });
  const place = { reseller_uuid, uuid: user };
  const { data } = await UserExport.get(place).go({ consistent: true });

  let next: unknown = { user_export: { ...place, export_uuid: data?.export_uuid } };
  let calls = 0;
  let most = 0;
  const end = interceptMessages((_, { Entries }) => {
    const [entry] = Entries as { MessageBody: string }[];
    next = JSON.parse(entry?.MessageBody ?? "");
  });
  const before = process.memoryUsage().heapUsed;
  while (next) {
    const message = next;
    next = undefined;
    calls += 1;
    let asked = 0;
    // A call has time for so many batches.
    const getRemainingTimeInMillis = () => {
      most = Math.max(most, process.memoryUsage().heapUsed - before);
      asked += 1;
      return asked < 100 ? CALL_MS : 0;
    };
    const context = { getRemainingTimeInMillis } as Context;
    expect(await cleanup(sqsEvent(message), context)).toEqual({ batchItemFailures: [] });
  }
  end();
  expect(calls).toBeGreaterThan(5);
  const file = Buffer.from((await (await openFile(exportFile(place)))?.read()) ?? []);
  const { records } = JSON.parse(file.toString());
  const told = records.filter(({ record }: { record: string }) => record === "website");
  expect(told.map(({ uuid }: { uuid: string }) => uuid).toSorted()).toEqual(uuids);
  expect(most).toBeLessThan(MOST_GROWTH);
  process.stderr.write(
    `${calls} calls, ${file.length} bytes, ${Math.round(most / MEGABYTE)} MB more at most\n`,
  );
}, 600_000);
