import type { SQSRecord } from "aws-lambda";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { competitorReaderHandler } from "../../../../functions/audit/competitorReader/readCompetitor.ts";
import { readFields } from "../../../../functions/audit/competitorReader/readFields.ts";
import { releaseHosts, takeHost } from "../../../../functions/audit/pages/hostLease.ts";
import { Competitor } from "../../../../shared/entities/competitor.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { call } from "../../../support/api.ts";
import { type Customer, makeCustomer } from "../../../support/factories.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { type SiteOptions, serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";

const DONE = { batchItemFailures: [] };
const SITE = { "/": "<title>Acme</title>" };
const HOUR_MINUTES = 60;
const READER = { reseller_uuid: newUuid(), readFor: "competitor" } as const;

let ours: Customer;

beforeAll(async () => {
  allowLocalAddresses();
  ours = await makeCustomer();
});

/** A reader whose clock is ahead. */
function reader(minutes = 0) {
  const clock = skippedPauses(minutes * 60_000);
  return competitorReaderHandler({ clock, read: (job) => readFields(job, clock) });
}

interface Made {
  reseller_uuid: string;
  competitor_uuid: string;
}

async function competitorAt(hostname: string, { reseller, business } = ours): Promise<Made> {
  const request = { key: reseller.key, query: { businessUuid: business }, body: { hostname } };
  const { body } = await call("POST /v1/competitors", request);
  return { reseller_uuid: reseller.uuid, competitor_uuid: body.data.uuid };
}

function records(...bodies: object[]) {
  return {
    Records: bodies.map((body, index) => ({
      attributes: { ApproximateReceiveCount: "1" },
      messageId: String(index),
      body: JSON.stringify(body),
    })) as unknown as SQSRecord[],
  };
}

async function nameOf({ reseller_uuid, competitor_uuid: uuid }: Made) {
  const { data } = await Competitor.get({ reseller_uuid, uuid }).go();
  return data?.name;
}

/** A site at a unique path, since another test may have had the port. */
async function serveOnce(options?: SiteOptions) {
  const path = `/${newUuid()}`;
  const site = await serve({ [path]: SITE["/"] }, options);
  return { site, path, url: site.url + path };
}

test("a site is read once in an hour for all resellers that have it as a competitor", async () => {
  const { site, url } = await serveOnce();
  const [first, second] = [await competitorAt(url), await competitorAt(url, await makeCustomer())];
  expect(await reader()(records(first))).toEqual(DONE);
  const asked = site.requests.length;
  expect(await reader(HOUR_MINUTES - 1)(records(second))).toEqual(DONE);
  expect(site.requests).toHaveLength(asked);
  expect([await nameOf(first), await nameOf(second)]).toEqual(["Acme", "Acme"]);
  expect(await reader(HOUR_MINUTES + 1)(records(second))).toEqual(DONE);
  expect(site.requests).toHaveLength(2 * asked);
});

test("a site that can't be read now is tried again, once for all its competitors", async () => {
  const site = await serve({ "/robots.txt": { status: 503 } });
  const url = `${site.url}/${newUuid()}`;
  const [first, second] = [await competitorAt(url), await competitorAt(url)];
  const failed = { batchItemFailures: [{ itemIdentifier: "0" }] };
  expect(await reader()(records(first))).toEqual(failed);
  expect(await reader()(records(second))).toEqual(failed);
  expect(site.requests).toHaveLength(1);
  // When the queue brings it again.
  expect(await reader(6)(records(first))).toEqual(failed);
  expect(site.requests).toHaveLength(2);
});

test("an operator has it read again within the hour", async () => {
  const { site, url } = await serveOnce();
  const competitor = await competitorAt(url);
  await reader()(records(competitor));
  const asked = site.requests.length;
  expect(await reader()(records({ ...competitor, requested: true }))).toEqual(DONE);
  expect(site.requests).toHaveLength(2 * asked);
});

test("a competitor whose host is being read comes again a minute or two later", async () => {
  const { site, url } = await serveOnce();
  const competitor = await competitorAt(url);
  const now = Date.now();
  const lease = await takeHost(site.url, {
    ...READER,
    holder: newUuid(),
    now,
    until: now + 1_000_000,
  });
  expect(await reader()(records(competitor))).toEqual(DONE);
  expect(site.requests).toEqual([]);
  // The message of its creation is not here, since this test has no stream.
  expect(messagesAbout("COMPETITOR_QUEUE_URL", competitor.competitor_uuid)).toEqual([competitor]);
  if (lease) await releaseHosts(lease);
  expect(await reader()(records(competitor))).toEqual(DONE);
  expect(await nameOf(competitor)).toBe("Acme");
});

test("a host that redirects lead to is leased as well, and released after the reading", async () => {
  const { site, url } = await serveOnce();
  const door = await serve((_, response) => response.writeHead(302, { location: url }).end());
  const competitor = await competitorAt(`${door.url}/${newUuid()}`);
  const now = Date.now();
  const holder = { ...READER, holder: newUuid(), now, until: now + 1_000_000 };
  const lease = await takeHost(site.url, holder);
  expect(await reader()(records(competitor))).toEqual(DONE);
  expect(site.requests).toEqual([]);
  if (lease) await releaseHosts(lease);
  // A reading that had to wait is not kept.
  expect(await reader()(records(competitor))).toEqual(DONE);
  expect(await nameOf(competitor)).toBe("Acme");
  expect(await takeHost(site.url, holder)).toBeDefined();
});

test.each([
  ["User-agent: *\nDisallow: /", /^robots\.txt disallows it$/],
  [
    `User-agent: *\n${"Disallow: /a\n".repeat(5001)}`,
    /^robots\.txt disallows it \(more than 5000 rules\)$/,
  ],
])("the log says that a robots.txt disallows a site, and not which: %#", async (body, reason) => {
  const site = await serve({
    "/robots.txt": { headers: { "content-type": "text/plain" }, body },
  });
  const competitor = await competitorAt(`${site.url}/${newUuid()}`);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  expect(await reader()(records(competitor))).toEqual(DONE);
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  const told = lines.find(({ message }) => message === "a competitor's site can't be read");
  expect(told.reason).toMatch(reason);
  expect(JSON.stringify(lines)).not.toContain(new URL(site.url).host);
});
