import { describe, expect, it } from "vitest";
import { judgeInspection } from "../../../../shared/audit/analysers/ssl.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { inspectTls, type TlsInspection } from "../../../../shared/platform/outbound/inspectTls.ts";
import { DAY_MS } from "../../../../shared/platform/time.ts";
import { startSite } from "../../../support/site.ts";
import { codesOf, summaryOf } from "./support.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const fromNow = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

function certificateOf(from: number, to: number) {
  return { issuer: "CN=Issuer", valid_from: fromNow(from), valid_to: fromNow(to) };
}

function inspection(overrides: Partial<Parameters<typeof judgeInspection>[0]> = {}) {
  const certificate = certificateOf(-10, 80);
  return { handshake: true, authorized: true, hostnameMatches: true, certificate, ...overrides };
}

const hostname = "example.com";
const judge = (input: Parameters<typeof inspection>[0]) => {
  const result = judgeInspection(inspection(input), { hostname, now: NOW });
  return { faults: result.faults, codes: codesOf(result), summary: summaryOf(result) };
};

describe("judgeInspection", () => {
  it.each([
    [{ hostnameMatches: false }, "certificate_for_other_host"],
    [{ authorized: false, failure: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "certificate_self_signed"],
    [{ authorized: false, failure: "CERT_REVOKED" }, "certificate_untrusted"],
    [{ certificate: certificateOf(1, 90) }, "certificate_not_yet_valid"],
  ])("refuses %o", (changes: Partial<TlsInspection>, code) => {
    const technical = changes.failure && { technical: changes.failure };
    expect(judge(changes)).toMatchObject({
      faults: [{ code, subject: hostname, detail: { issuer: "CN=Issuer", ...technical } }],
      summary: { ssl_enabled: true, ssl_valid: false, ssl_expired: false },
    });
  });

  it("tells an expired certificate from a good one", () => {
    expect(judge({})).toMatchObject({
      codes: [],
      summary: { ssl_expired: false, ssl_expiry_date: "2026-08-20T00:00:00+00:00" },
    });
    expect(judge({ certificate: certificateOf(-90, -1), authorized: false })).toMatchObject({
      codes: ["certificate_expired"],
      summary: { ssl_expired: true },
    });
  });

  it.each([
    [90, 16, []],
    [90, 14, ["certificate_expires_soon"]],
    [47, 8, []],
    [47, 7, ["certificate_expires_soon"]],
    [6, 2, []],
    [6, 1, ["certificate_expires_soon"]],
    [398, 31, []],
    [398, 29, ["certificate_expires_soon"]],
  ])("of %i days with %i left has the faults %o", (lifetime, remaining, codes) => {
    const certificate = certificateOf(remaining - lifetime, remaining);
    expect(judge({ certificate }).codes).toEqual(codes);
  });

  it("warns of a chain that browsers have to complete, but first of an overdue renewal", () => {
    expect(judge({ isIncomplete: true })).toMatchObject({
      codes: ["incomplete_chain"],
      summary: { ssl_valid: true, ssl_expired: false },
    });
    const certificate = certificateOf(-88, 2);
    expect(judge({ isIncomplete: true, certificate }).codes).toEqual(["certificate_expires_soon"]);
  });

  it("wants http to lead to https where there is TLS", () => {
    const at = { hostname, now: NOW, isPlain: true };
    expect(codesOf(judgeInspection(inspection(), at))).toEqual(["no_https"]);
    expect(
      codesOf(judgeInspection(inspection({ handshake: false, authorized: false }), at)),
    ).toEqual(["no_tls"]);
  });

  it.each([
    ["http leads to https", {}, false, false],
    ["no page was read", {}, undefined, true],
    ["there is no TLS", { handshake: false, authorized: false }, true, true],
  ])("knows whether a lack of https is repaired: %s", (_, changes, isPlain, remains) => {
    const { mayRemain } = judgeInspection(inspection(changes), { hostname, now: NOW, isPlain });
    expect(mayRemain?.({ code: "no_https", subject: hostname })).toBe(remains);
    expect(mayRemain?.({ code: "certificate_expired", subject: hostname })).toBe(false);
  });

  it("reads what a server with a self-signed certificate shows", async () => {
    allowLocalAddresses();
    const site = await startSite({ "/": "hello" }, { tls: true, address: "127.0.0.1" });
    const seen = await inspectTls("127.0.0.1", { port: site.port, timeoutMs: 5000 });
    await site.close();
    const result = judgeInspection(seen, { hostname: "127.0.0.1", now: new Date() });
    expect(result.faults).toHaveLength(1);
    expect(summaryOf(result)).toMatchObject({ ssl_enabled: true, ssl_valid: false });
  });
});
