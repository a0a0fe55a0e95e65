import { expect, test } from "vitest";
import { Maintenance } from "../../../../shared/entities/maintenance.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { businesses } from "../../../../shared/lists/businesses.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { makeEstate, makeShare } from "../../../support/factories.ts";
import { BADGE, open, PAGE } from "./open.ts";

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
