import { describe, expect, it } from "vitest";
import { judgeInspection, sslData } from "../../../../functions/audit/analysers/ssl.ts";
import {
  allowLocalAddresses,
  inspectTls,
  type TlsInspection,
} from "../../../../shared/outbound/index.ts";
import { startSite } from "../../../support/site.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const DAY_MS = 86_400_000;
const fromNow = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

function certificate(name: string, from: number, to: number, issuer = "Issuer") {
  return {
    subject: `CN=${name}`,
    issuer: `CN=${issuer}`,
    valid_from: fromNow(from),
    valid_to: fromNow(to),
  };
}

function inspection(given: Partial<Parameters<typeof judgeInspection>[0]> = {}) {
  const chain = [certificate("example.com", -10, 80)];
  return { handshake: true, authorized: true, hostnameMatches: true, chain, ...given };
}

const analyse = (given: Parameters<typeof inspection>[0]) =>
  judgeInspection(inspection(given), NOW);

describe("judgeInspection", () => {
  it("accepts a certificate that is right in all respects", () => {
    const finding = analyse({});
    expect(finding).toEqual({
      status: "success",
      data: {
        ssl_enabled: true,
        ssl_valid: true,
        ssl_expired: false,
        ssl_expiry_date: "2026-08-20T00:00:00+00:00",
        issuer: "CN=Issuer",
      },
    });
    expect(sslData.parse(finding.data)).toEqual(finding.data);
  });

  it.each([
    [{ hostnameMatches: false }, "certificate_for_other_host"],
    [{ authorized: false, failure: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "certificate_self_signed"],
    [{ authorized: false, failure: "CERT_REVOKED" }, "certificate_untrusted"],
    [{ chain: [certificate("example.com", 1, 90)] }, "certificate_not_yet_valid"],
  ])("refuses %o", (given: Partial<TlsInspection>, problem) => {
    const { status, data } = analyse(given);
    const technical = given.failure && { technical: given.failure };
    expect(status).toBe("error");
    expect(data).toMatchObject({ ssl_enabled: true, ssl_valid: false, ssl_expired: false });
    expect(data).toMatchObject({ problem, ...technical });
    expect(sslData.parse(data)).toEqual(data);
  });

  it("tells that a certificate has ended", () => {
    const chain = [certificate("example.com", -91, -1)];
    expect(analyse({ authorized: false, failure: "CERT_HAS_EXPIRED", chain })).toMatchObject({
      status: "error",
      data: {
        ssl_valid: false,
        ssl_expired: true,
        problem: "certificate_expired",
        ssl_expiry_date: "2026-05-31T00:00:00+00:00",
      },
    });
  });

  it("takes the date of an intermediate that ends earlier, but of no root", () => {
    const leaf = certificate("example.com", -10, 80);
    const intermediate = certificate("R3", -700, 40, "Root");
    const root = certificate("Root", -7000, 20, "Root");
    const { data } = analyse({ chain: [leaf, intermediate, root] });
    expect(data.ssl_expiry_date).toBe("2026-07-11T00:00:00+00:00");
  });

  it("looks past an intermediate that has ended when the chain is trusted without it", () => {
    const chain = [certificate("example.com", -10, 80), certificate("Old", -900, -5, "Older")];
    expect(analyse({ chain })).toMatchObject({ status: "success", data: { ssl_expired: false } });
    expect(analyse({ chain, authorized: false })).toMatchObject({ data: { ssl_expired: true } });
  });

  it.each([
    [90, 16, "success"],
    [90, 14, "warning"],
    [47, 8, "success"],
    [47, 7, "warning"],
    [6, 2, "success"],
    [6, 1, "warning"],
    [398, 31, "success"],
    [398, 29, "warning"],
  ])("of %i days with %i left is a %s", (lifetime, left, status) => {
    const chain = [certificate("example.com", left - lifetime, left)];
    expect(analyse({ chain }).status).toBe(status);
  });

  it("warns of a chain that browsers have to complete, but first of an overdue renewal", () => {
    expect(analyse({ isIncomplete: true })).toMatchObject({
      status: "warning",
      data: { ssl_valid: true, ssl_expired: false, problem: "incomplete_chain" },
    });
    const chain = [certificate("example.com", -88, 2)];
    const { status, data } = analyse({ isIncomplete: true, chain });
    expect([status, data.problem]).toEqual(["warning", undefined]);
  });

  it("says why there is no TLS", () => {
    expect(analyse({ handshake: false, failure: "refused", authorized: false, chain: [] })).toEqual(
      {
        status: "error",
        data: {
          ...{ ssl_enabled: false, ssl_valid: false, ssl_expired: false },
          ...{ problem: "no_tls", technical: "refused" },
        },
      },
    );
  });

  it("reads what a server with a self-signed certificate shows", async () => {
    allowLocalAddresses();
    const site = await startSite({ "/": "hello" }, { tls: true, address: "127.0.0.1" });
    const seen = await inspectTls("127.0.0.1", { port: site.port, timeoutMs: 5000 });
    await site.close();
    expect(judgeInspection(seen, new Date())).toMatchObject({
      status: "error",
      data: { ssl_enabled: true, ssl_valid: false, ssl_expired: false },
    });
  });
});
