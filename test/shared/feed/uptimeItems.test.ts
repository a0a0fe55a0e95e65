import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { downtimeData } from "../../../shared/feed/uptimeItems.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { monitorWebsite, probeSeparately, readFeed } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";

beforeAll(() => allowLocalAddresses());

test("what the uptime check writes has this schema", async () => {
  let status = 503;
  const site = await serve((_, response) => response.writeHead(status).end());
  const website = await monitorWebsite(site.url);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  for (const answer of [503, 503, 200, 200]) {
    status = answer;
    vi.setSystemTime(Date.now() + 300_000);
    await probeSeparately([website]);
  }
  const items = await readFeed(website);
  expect(items).toHaveLength(2);
  for (const { data } of items) expect(downtimeData.parse(data)).toEqual(data);
});
