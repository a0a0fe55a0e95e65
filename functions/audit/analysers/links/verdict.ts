import { type FailedOutcome, nameOutcome, type Outcome } from "../../../../shared/pages/outcome.ts";

/**
 * `suspect`: broken if the previous audit found it so too, otherwise inconclusive; for what may
 * be over in a minute. `unchecked`: there was no time for it.
 */
export interface Verdict {
  verdict: "ok" | "broken" | "inconclusive" | "suspect" | "unchecked";
  reason: string;
}

const INCONCLUSIVE = new Set([401, 403, 407, 429, 451, 999]);

export const UNCHECKED: Verdict = { verdict: "unchecked", reason: "deadline" };

/** What the last answer, after redirects, says about a link. */
export function judge(outcome: Outcome): Verdict {
  return { verdict: findVerdict(outcome), reason: nameOutcome(outcome) };
}

function findVerdict(outcome: Outcome): Verdict["verdict"] {
  if ("failure" in outcome) return judgeFailure(outcome);
  const { status, mitigated } = outcome;
  if (status < 400) return "ok";
  if (mitigated || INCONCLUSIVE.has(status)) return "inconclusive";
  if (status < 500) return "broken";
  return status < 600 ? "suspect" : "inconclusive";
}

function judgeFailure({ failure, code }: FailedOutcome): Verdict["verdict"] {
  switch (failure) {
    case "invalid-url":
    case "redirect-loop":
    case "too-many-redirects":
      return "broken";
    case "dns":
      return code === "ENOTFOUND" || code === "ENODATA" ? "broken" : "suspect";
    case "tls":
      return code?.startsWith("ERR_SSL_") || code === "EPROTO" ? "suspect" : "broken";
    case "blocked":
      return "inconclusive";
    default:
      return "suspect";
  }
}
