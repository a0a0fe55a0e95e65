import { expect, test } from "vitest";
import { tellStoredCause } from "../../../shared/catalogue/causeTexts.ts";
import { tellFault } from "../../../shared/catalogue/faultTexts.ts";
import {
  brokenReasons,
  downtimeCauses,
  type OutboundFailure,
  outboundFailures,
  presentCause,
  presentOutcome,
  presentUnreadable,
  probeOutcomes,
  reasonIn,
  uncheckedReasons,
  unreadableReasons,
} from "../../../shared/vocabulary/reasons.ts";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";

const codes = {
  broken: brokenReasons,
  down: downtimeCauses,
  probe: probeOutcomes,
  unchecked: uncheckedReasons,
  unreadable: unreadableReasons,
};

test.each<[keyof typeof codes, string, reason: string, technical?: string]>([
  ["probe", "up", "up"],
  ["probe", "up (403)", "up_refused", "http 403"],
  ["probe", "unknown (ipv6_only)", "ipv6_only"],
  ["probe", "unknown (other_port)", "other_port"],
  ["down", "http 503", "http_5xx", "http 503"],
  ["down", "http 999", "http_other", "http 999"],
  ["down", "redirect_loop", "redirect_loop"],
  ["broken", "410", "http_4xx", "http 410"],
  ["broken", "dns (ENOTFOUND)", "dns", "ENOTFOUND"],
  ["broken", "soft_404", "soft_404"],
  ["unreadable", "202 (bot wall)", "bot_wall", "http 202"],
  ["unreadable", "robots_txt_failed (dns (ENOTFOUND))", "robots_txt_failed", "dns (ENOTFOUND)"],
  ["unchecked", "long_page (links beyond 5000)", "long_page", "links beyond 5000"],
  ["unchecked", "page_limit", "page_limit"],
  ["unchecked", "up (403)", "other", "up (403)"],
  ["unchecked", "toString", "other", "toString"],
])("of %s: %j is %s", (list, text, reason, technical) => {
  expect(reasonIn<string>(codes[list], text)).toEqual({ reason, ...(technical && { technical }) });
});

test("a downtime without a known cause has none", () => {
  expect(presentCause(undefined)).toEqual({ cause: null, technical: null });
});

const CODES: Partial<Record<OutboundFailure, string[]>> = {
  dns: ["ENOTFOUND", "ESERVFAIL", "ETIMEOUT", "ENODATA"],
  refused: ["ECONNREFUSED"],
  unreachable: ["EHOSTUNREACH", "ENETUNREACH"],
  reset: ["ECONNRESET", "EPIPE"],
  timeout: ["ETIMEDOUT", "ABORT_ERR"],
  tls: [
    ...["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ...["DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "EPROTO"],
  ],
  protocol: ["HPE_INVALID_STATUS", "Z_DATA_ERROR"],
};

test.each([
  ...outboundFailures.flatMap((failure) => [
    [failure, failure, failure],
    ...(CODES[failure] ?? []).map((code) => [`${failure} (${code})`, failure, code]),
  ]),
  ["tls (CERT_HAS_EXPIRED, 2026-11-01T10:00:00+00:00)", "tls", "CERT_HAS_EXPIRED"],
  ...[400, 404, 410].map((status) => [`http ${status}`, "http_4xx", `http ${status}`]),
  ...[500, 503, 520].map((status) => [`http ${status}`, "http_5xx", `http ${status}`]),
  ["http 999", "http_other", "http 999"],
  ["whatever comes later", "other", "whatever comes later"],
] as [string, string, string][])(
  "a failed probe (%s) always says what a program calls it",
  (outcome, reason, technical) => {
    expect(presentOutcome(outcome)).toEqual({ reason, technical });
    expect(presentCause(outcome)).toEqual({ cause: reason, technical });
  },
);

test("an expired certificate is a cause with its end", () => {
  const cause = "tls (CERT_HAS_EXPIRED, 2026-11-01T10:00:00+00:00)";
  expect(tellStoredCause(cause, "en")).toMatchObject({
    ...{ cause: "tls", technical: "CERT_HAS_EXPIRED" },
    title: "The website’s security certificate has expired (1 November 2026)",
  });
});

test.each([
  ["CERT_HAS_EXPIRED", "certificate_expired"],
  ["CERT_NOT_YET_VALID", "certificate_not_yet_valid"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate_for_other_host"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate_self_signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "certificate_untrusted"],
])("a downtime by %s has the advice of the finding %s", (technical, code) => {
  for (const language of textLanguages) {
    const { why, what_to_do } = tellFault(code, language);
    expect(tellStoredCause(`tls (${technical})`, language)).toMatchObject({ why, what_to_do });
  }
});

test.each([
  ["401", "bot_wall", "http 401"],
  ["403", "bot_wall", "http 403"],
  ["429", "bot_wall", "http 429"],
  ["451", "bot_wall", "http 451"],
  ["406 (bot wall)", "bot_wall", "http 406"],
  ["404", "http_4xx", "http 404"],
  ["503", "http_5xx", "http 503"],
])("an audit that is answered %s can't read a website because of %s", (text, reason, technical) => {
  expect(presentUnreadable(text)).toEqual({ reason, technical });
});

test.each(["up", "unknown (paused)", "unknown (ipv6_only)"])(
  "what is no failure (%s) needs no technical name",
  (outcome) => {
    expect(presentOutcome(outcome)).not.toHaveProperty("technical");
  },
);
