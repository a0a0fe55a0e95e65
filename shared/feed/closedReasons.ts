import {
  brokenReasons,
  probeOutcomes,
  reasonIn,
  uncheckedReasons,
  unreadableReasons,
} from "../reasons.ts";

type Data = Record<string, unknown>;

/** The problems of certificates as earlier releases wrote them. */
const CERTIFICATE_PROBLEMS: Readonly<Record<string, string>> = {
  expired: "certificate_expired",
  "not valid yet": "certificate_not_yet_valid",
  "for another host name": "certificate_for_other_host",
  "self-signed": "certificate_self_signed",
};

/** The data of a feed item with a code where an earlier release wrote a text. */
export function withClosedReasons(type: string, data: Data): Data {
  switch (type) {
    case "downtime": {
      const { reason: outcome, ...technical } = codeOf(data["outcome"], probeOutcomes);
      return { ...data, ...(outcome && { outcome }), ...technical };
    }
    case "website_unreadable":
      return { ...data, ...codeOf(data["reason"], unreadableReasons) };
    case "website_summary_details":
      return { ...data, unchecked: each(data["unchecked"], uncheckedReasons) };
    case "broken_link_details":
      return {
        ...data,
        links: each(data["links"], brokenReasons),
        unchecked: each(data["unchecked"], uncheckedReasons),
      };
    case "ssl":
      return { ...data, ...certificateProblem(data) };
    default:
      return data;
  }
}

function each(list: unknown, codes: readonly string[]): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((one: Data) => ({ ...one, ...codeOf(one["reason"], codes) }));
}

function codeOf(text: unknown, codes: readonly string[]): { reason?: string; technical?: string } {
  return typeof text === "string" ? reasonIn(codes, text) : {};
}

function certificateProblem({ problem, ssl_enabled }: Data): Data {
  if (typeof problem !== "string" || /^(?:no_tls|certificate_\w+)$/.test(problem)) return {};
  const code = CERTIFICATE_PROBLEMS[problem];
  if (code) return { problem: code };
  return { problem: ssl_enabled ? "certificate_untrusted" : "no_tls", technical: problem };
}
