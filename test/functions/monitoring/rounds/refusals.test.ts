import { beforeEach, expect, test } from "vitest";
import { findLastStatus } from "../../../../functions/monitoring/lastProbes.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { findCheck } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve } from "../../../support/site.ts";
import { joinBucket, makeBucket, makeRound } from "./buckets.ts";

beforeEach(() => {
  ownControlHosts();
  ownSchedule();
});

test.each([
  [200, "up"],
  [401, "up (401)"],
  [403, "up (403)"],
  [429, "up (429)"],
])(
  "the last status of a website that answers %i is %s, and its check is not written",
  async (status, last) => {
    const { url } = await serve((_, response) => response.writeHead(status).end());
    const bucket = await makeBucket();
    const website = await joinBucket(url, { bucket });
    const before = await findCheck(website, "uptime");
    await makeRound(bucket);
    expect(await findLastStatus(before ?? undefined)).toBe(last);
    expect(await findCheck(website, "uptime")).toEqual(before);
  },
);
