import { expect, test } from "vitest";
import {
  brokenReasons,
  downtimeCauses,
  presentCause,
  presentOutcome,
  probeOutcomes,
  reasonIn,
  uncheckedReasons,
  unreadableReasons,
} from "../../shared/reasons.ts";

const codes = {
  broken: brokenReasons,
  down: downtimeCauses,
  probe: probeOutcomes,
  unchecked: uncheckedReasons,
  unreadable: unreadableReasons,
};

test.each<[keyof typeof codes, string, reason: string, technical?: string]>([
  ["probe", "up", "up"],
  ["probe", "up (403)", "up_refused", "403"],
  ["probe", "unknown (ipv6-only)", "ipv6_only"],
  ["probe", "unknown (port)", "other_port"],
  ["down", "http 503", "http_5xx", "503"],
  ["down", "http 999", "http_other", "999"],
  ["down", "redirect_loop", "redirect_loop"],
  // As releases before wrote it.
  ["broken", "too-many-redirects", "redirect_loop"],
  ["broken", "410", "http_4xx", "410"],
  ["broken", "dns (ENOTFOUND)", "dns", "ENOTFOUND"],
  ["broken", "soft 404", "soft_404"],
  ["unreadable", "202 (bot wall)", "bot_wall", "202"],
  ["unreadable", "robots.txt: dns (ENOTFOUND)", "robots_txt_failed", "robots.txt: dns (ENOTFOUND)"],
  ["unchecked", "links beyond 5000", "many_links", "links beyond 5000"],
  ["unchecked", "page_limit", "page_limit"],
  ["unchecked", "up (403)", "other", "up (403)"],
  ["unchecked", "toString", "other", "toString"],
])("of %s: %j is %s", (list, text, reason, technical) => {
  expect(reasonIn<string>(codes[list], text)).toEqual({ reason, ...(technical && { technical }) });
});

test("a downtime without a known cause has none", () => {
  expect(presentCause(undefined)).toEqual({ cause: null, technical: null });
});

test.each([
  ["refused (ECONNREFUSED)", "refused", "ECONNREFUSED"],
  ["dns (ENOTFOUND)", "dns", "ENOTFOUND"],
  ["tls (CERT_HAS_EXPIRED)", "tls", "CERT_HAS_EXPIRED"],
  ["http 503", "http_5xx", "503"],
  ["timeout", "timeout", "timeout"],
  ["redirect_loop", "redirect_loop", "redirect_loop"],
])("a failed probe (%s) always says what a program calls it", (outcome, reason, technical) => {
  expect(presentOutcome(outcome)).toEqual({ reason, technical });
  expect(presentCause(outcome)).toEqual({ cause: reason, technical });
});

test.each(["up", "unknown (paused)", "unknown (ipv6_only)"])(
  "what is no failure (%s) needs no technical name",
  (outcome) => {
    expect(presentOutcome(outcome)).not.toHaveProperty("technical");
  },
);
