import { expect, test } from "vitest";
import { hostShown, lineShown } from "../../../../functions/open/sharedPages/shownText.ts";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { Maintenance } from "../../../../shared/entities/maintenance.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { businesses } from "../../../../shared/lists/businesses.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { makeEstate, makeShare, makeWebsite } from "../../../support/factories.ts";
import { storeMonitor } from "../../../support/monitoring.ts";
import { thoroughTest } from "../../../support/runs.ts";
import { BADGE, open, PAGE } from "./open.ts";

const DAY_MS = 24 * 3600 * 1000;
const MARKUP = `"'><script>alert(1)</script><style>*{x:y}</style>&\u202e\u2066\u0000]]>`;

test("names, reasons, logos, colours and links with markup change nothing", async () => {
  const { reseller, business, website } = await makeEstate();
  const { uuid: reseller_uuid } = reseller;
  const looks = {
    ...{ sender_name: MARKUP + "x".repeat(30_000), colour: "red;}*{display:none" },
    ...{ logo_url: `https://a.example/${MARKUP}`, link: "javascript:alert(1)" },
  };
  await Reseller.patch({ uuid: reseller_uuid }).set(looks).go();
  const name = MARKUP + "n".repeat(30_000);
  await changeListed(businesses, { reseller_uuid, uuid: business }, () => ({ set: { name } }));
  const times = { starts_at: "2026-01-01T00:00:00+00:00", ends_at: "2099-01-01T00:00:00+00:00" };
  const windows = [{ uuid: website, ...times, reason: name, created_at: times.starts_at }];
  await Maintenance.put({ reseller_uuid, uuid: website, revision: 9, windows }).go();
  for (const shown of [{ website_uuid: website }, { business_uuid: business }]) {
    const { token } = await makeShare(reseller, shown);
    const { body, headers } = await open(PAGE, token);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(
      /; img-src https:\/\/a\.example; script-src 'self'; connect-src 'self'$/,
    );
    expect(body.match(/<script|<style/g)).toEqual(["<style", "<script"]);
    expect(body).not.toMatch(/javascript:|\u202e|\u2066|\*\{display/);
    expect(body.length).toBeLessThan(20_000);
    const badge = await open(BADGE, token);
    expect(badge.body).toMatch(/^<svg [^<>]*><title>[^<>]*<\/title><clipPath/);
    expect(badge.body).not.toMatch(/javascript|display/);
  }
});

thoroughTest(
  "the page of a business with websites that fail every day stays below 60 kB",
  async () => {
    const { reseller, business } = await makeEstate();
    const { uuid: reseller_uuid } = reseller;
    const now = Date.now();
    const day = (age: number) => timestamp(new Date(now - age * DAY_MS)).slice(0, 10);
    const websites = await Promise.all(
      Array.from({ length: 6 }, () => makeWebsite(reseller, business)),
    );
    const expires_epoch = Math.floor(now / 1000) + 1000;
    const ages = Array.from({ length: 90 }, (_, age) => age);
    await UptimeDay.put(
      websites.flatMap((uuid) =>
        ages.map((age) => ({
          ...{ reseller_uuid, uuid, day: day(age), expires_epoch, looks: 288, failures: 1 },
          ...{ observed: 86_400, down: 600 + age, times: {} },
        })),
      ),
    ).go();
    await Downtime.put(
      websites.flatMap((uuid) =>
        ages.slice(0, 10).map((age) => ({
          ...{ reseller_uuid, uuid, expires_epoch, cause: "timeout", duration_seconds: 600 },
          ...{ began_at: `${day(age)}T03:00:00+00:00`, ended_at: `${day(age)}T03:10:00+00:00` },
        })),
      ),
    ).go();
    await Promise.all(
      websites.map((uuid) => storeMonitor({ reseller_uuid, uuid, business_uuid: business })),
    );
    const { token } = await makeShare(reseller, { business_uuid: business });
    const { body } = await open(PAGE, token);
    expect(Buffer.byteLength(body)).toBeLessThan(60_000);
    const remaining = Number(/(\d+) more websites? /.exec(body)?.[1]);
    expect(body.match(/<section>/g)).toHaveLength(7 - remaining);
  },
);

test.each([
  ["https://www.example.com/path?token=secret", "www.example.com"],
  ["example.com:8443", "example.com:8443"],
  ["https://xn--mnchen-3ya.example", "münchen.example"],
  ["http://10.0.0.5/admin", ""],
  ["http://[fd00::1]/", ""],
  ["http://169.254.169.254/latest", ""],
  ["http://intranet/", ""],
  ["http://printer.local", ""],
  ["http://db.corp.internal.", ""],
  ["http://shop.localhost:4000", "shop.localhost:4000"],
  ["203.0.114.9", "203.0.114.9"],
])("the host of %s is shown as %j", (hostname, shown) => {
  expect(hostShown(hostname)).toBe(shown);
});

test("a line has at most 80 characters, whole ones, and keeps emoji that are joined", () => {
  expect(lineShown("a\nb\u2028c\u202ed")).toBe("a b c d");
  expect([...lineShown("😀".repeat(200))]).toHaveLength(80);
  expect(lineShown("👩‍🔧 Ada")).toBe("👩‍🔧 Ada");
});
