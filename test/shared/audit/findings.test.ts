import { beforeAll, describe, expect, test } from "vitest";
import { findFaultKind } from "../../../shared/audit/faultKinds.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { TIMESTAMP } from "../../support/expected.ts";
import { dueMessage, type MonitoredWebsite, monitorWebsite } from "../../support/monitoring.ts";
import { type SiteRoutes, serve } from "../../support/site.ts";
import { audit, itemOf, setPlan } from "./auditing.ts";
import { deliver } from "./deliver.ts";
import { faultySite, page } from "./faultySite.ts";

beforeAll(() => allowLocalAddresses());

const HOME = page("Home", `<h1>Home</h1><a href="/team">Team</a> <a href="/jobs">Jobs</a>`);
const GOOD = page("Good", "<h1>Good</h1>");
const BAD = page("Bad", "<h2>Bad</h2>");

const all = (on: boolean) => Object.fromEntries(planFeatures.map((feature) => [feature, on]));

/** A website whose pages the test can change, audited for these features alone. */
async function siteOf(pages: SiteRoutes, features: object = { headings: true }) {
  const routes: SiteRoutes = { "/": HOME, "/team": GOOD, "/jobs": GOOD, ...pages };
  const website = await monitorWebsite((await serve(routes)).url);
  await setPlan(website, { ...all(false), ...features });
  return { website, routes };
}

async function findingsOf(
  { reseller, uuid }: MonitoredWebsite,
  more: object = { type: "headings" },
) {
  const query = { websiteUuid: uuid, per_page: "100", ...more };
  const request = { key: reseller.key, query };
  return (await call("GET /v1/findings", request)).body.data;
}

const codesOf = (findings: { code: string; status: string }[]) =>
  findings.map(({ code, status }) => `${code} ${status}`).toSorted();

async function mark({ reseller }: MonitoredWebsite, uuid: string, status: string) {
  const request = { key: reseller.key, uuid, body: { status } };
  expect((await call("PATCH /v1/findings/{finding_uuid}", request)).status).toBe(200);
}

test("every fault of a website is a finding with texts, and all can be ignored", async () => {
  const website = await monitorWebsite((await serve(faultySite)).url);
  const before = await audit(website);
  expect(before.filter(({ status }) => status === "warning" || status === "error")).not.toEqual([]);
  const faults = await findingsOf(website, {});
  expect([...new Set(faults.map(({ code }: { code: string }) => code))].toSorted()).toEqual([
    ...["broken_link", "missing_description", "missing_favicon"],
    ...["missing_h1", "missing_preview_image", "misspelled_word", "no_recent_post", "no_tls"],
    ...["no_viewport", "sitemap_foreign_location"],
  ]);
  for (const { code, type, severity, title, why, what_to_do, subject } of faults) {
    const kind = findFaultKind(code);
    expect([code, kind?.type, kind?.severity]).toEqual([code, type, severity]);
    // Nothing is missing that a text names.
    for (const text of [title, why, what_to_do]) expect(text).toMatch(/^[^…]+$/);
    expect(subject.length).toBeLessThanOrEqual(300);
  }
  for (const { uuid } of faults) await mark(website, uuid, "ignored");
  const after = await audit(website);
  expect(after.filter(({ status }) => status !== "success")).toEqual([]);
  expect(itemOf(after, "website_summary")?.data).toMatchObject({
    ...{ bad_headings_count: 0, links_broken_count: 0, spelling_error_count_total: 0 },
    ...{ mobile_friendly: true, sitemap_issues: false },
  });
  expect(itemOf(after, "headings")?.data).toMatchObject({ headings_count: 0, details: [] });
  const statuses = (await findingsOf(website, {})).map(({ status }: { status: string }) => status);
  expect(new Set(statuses)).toEqual(new Set(["ignored"]));
});

test("what has one cause is told once, by the check that knows the cause", async () => {
  const head = `<link rel="icon" href="/icon.png"><meta property="og:image" content="/us.png">`;
  const html = `<!doctype html><html lang="en"><title>Home</title>${head}<h1>Home</h1>`;
  const own = (more: object) =>
    siteOf({ "/": html }, { headings: true, ...more }).then(async ({ website }) => {
      await audit(website);
      const result = await findingsOf(website, {});
      return codesOf(result).filter((code) => !code.startsWith("missing_description"));
    });
  expect(await own({})).toEqual([]);
  expect(await own({ broken_links: true, ssl: true })).toEqual([
    "broken_file open",
    "broken_image open",
    "no_tls open",
  ]);
});

describe("a finding", () => {
  test("is opened, seen again, resolved and reopened, and stays the same", async () => {
    const { website, routes } = await siteOf({ "/team": BAD });
    await audit(website);
    const [opened, ...others] = await findingsOf(website);
    expect(others).toEqual([]);
    expect(opened).toMatchObject({ type: "headings", code: "missing_h1", status: "open" });
    expect(opened).toMatchObject({ pages_count: 1, pages: [opened.subject] });
    await audit(website);
    expect(await findingsOf(website)).toEqual([{ ...opened, last_seen_at: TIMESTAMP }]);
    routes["/team"] = GOOD;
    await audit(website);
    const [resolved] = await findingsOf(website);
    expect(resolved).toMatchObject({
      uuid: opened.uuid,
      status: "resolved",
      resolved_at: TIMESTAMP,
    });
    routes["/team"] = BAD;
    await audit(website);
    const [reopened] = await findingsOf(website);
    expect(reopened).toMatchObject({ uuid: opened.uuid, status: "open", resolved_at: null });
  });

  test("is not resolved while its page, or the website, is not read", async () => {
    const { website, routes } = await siteOf({ "/team": BAD });
    await audit(website);
    for (const status of [503, 403]) {
      routes["/team"] = { status };
      const items = await audit(website);
      expect([status, codesOf(await findingsOf(website))]).toEqual([status, ["missing_h1 open"]]);
      const reason = status < 500 ? "http_4xx" : "http_5xx";
      const unchecked = [{ what: "pages", reason, technical: `http ${status}`, count: 1 }];
      expect(itemOf(items, "website_summary_details")?.data).toMatchObject({ unchecked });
    }
    routes["/team"] = ({ socket }) => void socket.end("HTTP/1.1 200 OK\r\nno header\r\n\r\nTeam");
    const items = await audit(website);
    expect(codesOf(await findingsOf(website))).toEqual(["missing_h1 open"]);
    expect(itemOf(items, "website_summary_details")?.data).toMatchObject({
      unchecked: [{ what: "pages", reason: "malformed_answer", count: 1 }],
    });
    routes["/"] = { status: 500 };
    await audit(website);
    expect(codesOf(await findingsOf(website))).toEqual(["missing_h1 open"]);
    routes["/"] = HOME;
    routes["/team"] = { status: 404 };
    await audit(website);
    expect(codesOf(await findingsOf(website))).toEqual(["missing_h1 resolved"]);
  });

  test("that is ignored leaves the counts of later audits until it is opened", async () => {
    const several = page("Two", "<h1>One</h1><h1>Two</h1>");
    const { website } = await siteOf({ "/team": BAD, "/jobs": several });
    const counts = async () => {
      const items = await audit(website);
      const data = itemOf(items, "headings")?.data;
      const codes = data?.details.map(({ code }: { code: string }) => code).toSorted();
      const summary = itemOf(items, "website_summary")?.data.bad_headings_count;
      return [codes?.filter((code: string) => code.endsWith("_h1")), data?.headings_count, summary];
    };
    const [, all] = await counts();
    const [one] = await findingsOf(website, { code: "missing_h1" });
    const [two] = await findingsOf(website, { code: "several_h1" });
    await mark(website, one.uuid, "ignored");
    expect(await counts()).toEqual([["several_h1"], all - 1, 1]);
    await mark(website, two.uuid, "ignored");
    expect(await counts()).toEqual([[], all - 2, 0]);
    expect(codesOf(await findingsOf(website))).toEqual([
      "missing_h1 ignored",
      "several_h1 ignored",
    ]);
    await mark(website, one.uuid, "open");
    expect(await counts()).toEqual([["missing_h1"], all - 1, 1]);
  });

  test("of a word that the business knows is resolved by the next audit", async () => {
    const text = `<p>You will recieve an engine from our goverment that you can use at home.</p>`;
    const { website } = await siteOf({ "/team": page("Team", text) }, { spelling: true });
    const { reseller, businessUuid } = website;
    const subjects = async (status: string) => {
      const reported = await findingsOf(website, { status });
      return reported.map(({ subject }: { subject: string }) => subject).toSorted();
    };
    await audit(website);
    expect(await subjects("open")).toEqual(["goverment", "recieve"]);
    await call("PATCH /v1/businesses/{business_uuid}/known-words", {
      ...{ key: reseller.key, uuid: businessUuid, body: { words: ["Goverment"] } },
    });
    expect(await subjects("open")).toEqual(["goverment", "recieve"]);
    await audit(website);
    expect([await subjects("open"), await subjects("resolved")]).toEqual([
      ["recieve"],
      ["goverment"],
    ]);
  });

  test("that pages have as a whole is one, and names its page if that is the only one", async () => {
    const { website, routes } = await siteOf({ "/team": BAD, "/jobs": BAD });
    await audit(website);
    const [both, ...others] = await findingsOf(website);
    expect(others).toEqual([]);
    expect(both).toMatchObject({ pages_count: 2, title: "No main heading on 2 pages" });
    const [first, last] = both.pages;
    expect(both.subject).toBe(first);
    routes["/team"] = GOOD;
    await audit(website);
    expect(await findingsOf(website)).toMatchObject([
      { uuid: both.uuid, subject: last, pages: [last], title: `No main heading on ${last}` },
    ]);
    routes["/jobs"] = GOOD;
    await audit(website);
    expect(codesOf(await findingsOf(website))).toEqual(["missing_h1 resolved"]);
  });

  test("of several pages of a template is one, and costs nothing while nothing changes", async () => {
    const skipped = page("Skip", "<h1>Skip</h1><h2></h2><h4>Opening hours</h4>");
    const { website, routes } = await siteOf({ "/team": skipped, "/jobs": skipped });
    await audit(website);
    const results = await findingsOf(website, { code: "skipped_level" });
    expect(results).toMatchObject([{ subject: "h2 > h4 Opening hours", pages_count: 2 }]);
    expect(results[0].detail).toEqual({ level: 4, position: 3, text: "Opening hours" });
    const costOfAudit = async () => {
      const message = await dueMessage(website);
      return (await costOf(() => deliver([message]))).commands;
    };
    // The only transaction counts what its reseller used.
    const transactions = (await costOfAudit()).filter((each) => each === "TransactWriteItems");
    expect(transactions).toHaveLength(1);
    routes["/jobs"] = GOOD;
    await audit(website);
    const [remaining] = await findingsOf(website, { code: "skipped_level" });
    expect(remaining).toMatchObject({ uuid: results[0].uuid, status: "open", pages_count: 1 });
  });
});
