import type { FaultCode } from "../../catalogue/faultTexts.ts";
import { inspectTls, type TlsInspection } from "../../platform/outbound/inspectTls.ts";
import { DAY_MS, timestamp } from "../../platform/time.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { clip, type Fault, ofWebsite } from "./faults.ts";

type Certificate = NonNullable<TlsInspection["certificate"]>;

const MAX_WARNING_DAYS = 30;
const TIMEOUT_MS = 15_000;

/**
 * `ssl_enabled`: a handshake completes; `ssl_valid`: chain, host name and dates are right; `ssl_expiry_date`: of the
 * host's own certificate. `isPlain`: whether the start page was read over http, without a redirect to https; undefined
 * if no page was read.
 *
 * A valid certificate has a fault if its renewal is overdue, or if the server leaves out its issuer, which browsers
 * fetch. Certbot 4.0.0 renews when a third of the lifetime is left, or half of a lifetime under 10 days (its changelog;
 * Let's Encrypt recommends the same). When half of that time has passed, too, several renewals have failed. So the
 * warning starts with a sixth or a quarter of the lifetime left, and at most 30 days ahead.
 */
export function judgeInspection(
  inspection: TlsInspection,
  { hostname, now, isPlain }: { hostname: string; now: Date; isPlain?: boolean | undefined },
): Examined {
  const leaf = inspection.certificate;
  const isCurrent = leaf !== undefined && leaf.valid_from <= now && now < leaf.valid_to;
  const isValid = isCurrent && inspection.authorized && inspection.hostnameMatches;
  const expires_at = leaf && timestamp(leaf.valid_to);
  const detail = { expires_at, issuer: leaf && clip(leaf.issuer) };
  const faults = isValid
    ? warningsOf(inspection, leaf, now).map((code) => ofWebsite(code, hostname, detail))
    : [errorOf(inspection, { leaf, now, hostname, detail })];
  // Without TLS, http can't lead to https.
  const isKnown = isPlain !== undefined && inspection.handshake;
  if (isKnown && isPlain) faults.push(ofWebsite("no_https", hostname));
  return {
    faults,
    mayRemain: ({ code }) => code === "no_https" && !isKnown,
    summary: () => ({
      ssl_valid: isValid,
      ssl_enabled: inspection.handshake,
      ssl_expired: leaf !== undefined && leaf.valid_to <= now,
      ssl_expiry_date: expires_at ?? null,
    }),
  };
}

/** An overdue renewal is more urgent. */
function warningsOf({ isIncomplete }: TlsInspection, leaf: Certificate, now: Date): FaultCode[] {
  if (isRenewalOverdue(leaf, now)) return ["certificate_expires_soon"];
  return isIncomplete ? ["incomplete_chain"] : [];
}

function isRenewalOverdue({ valid_from, valid_to }: Certificate, now: Date): boolean {
  const days = (valid_to.getTime() - valid_from.getTime()) / DAY_MS;
  const warningDays = Math.min(days < 10 ? days / 4 : days / 6, MAX_WARNING_DAYS);
  return valid_to.getTime() - now.getTime() < warningDays * DAY_MS;
}

interface Invalid {
  leaf: Certificate | undefined;
  now: Date;
  hostname: string;
  detail: Fault["detail"];
}

function errorOf(
  { handshake, failure, hostnameMatches }: TlsInspection,
  { leaf, now, hostname, detail }: Invalid,
): Fault {
  const fault = (code: FaultCode, technical?: string) =>
    ofWebsite(code, hostname, { ...detail, ...(technical && { technical: clip(technical) }) });
  if (!handshake) return fault("no_tls", failure);
  if (leaf && leaf.valid_to <= now) return fault("certificate_expired");
  if (leaf && leaf.valid_from > now) return fault("certificate_not_yet_valid");
  if (!hostnameMatches) return fault("certificate_for_other_host");
  const isSelfSigned = failure === "DEPTH_ZERO_SELF_SIGNED_CERT";
  return fault(isSelfSigned ? "certificate_self_signed" : "certificate_untrusted", failure);
}

export const ssl: Analyser = {
  feature: "ssl",
  explanation:
    "One TLS handshake with the website's host: chain, host name and dates of the certificate; and whether http leads to https. `warning` means that its automatic renewal is overdue, or that the server leaves out its issuer's certificate, which browsers fetch. Ciphers and old protocol versions are not judged. There is no item if the host did not answer at all.",
  reads: "nothing",
  begin: () => ({
    async examine({ crawl: { startUrl, coverage }, now }) {
      const { hostname, port, protocol } = new URL(startUrl);
      const tlsPort = protocol === "https:" && port !== "" ? Number(port) : 443;
      const inspection = await inspectTls(hostname, { port: tlsPort, timeoutMs: TIMEOUT_MS });
      // If nothing could be read, the host may be away: that says nothing about its TLS.
      if (!inspection.handshake && coverage.pages === 0) return undefined;
      const isPlain = coverage.pages > 0 ? protocol === "http:" : undefined;
      return judgeInspection(inspection, { hostname, now, isPlain });
    },
  }),
};
