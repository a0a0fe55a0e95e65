import { OutboundError } from "../../shared/outbound/index.ts";
import type { Answer } from "../../shared/pages/politeClient.ts";

/** Failures that a site may recover from on its own. */
const PASSING_FAILURES = ["timeout", "reset", "refused", "unreachable"];
const PASSING_STATUSES = [408, 425, 429];

/** Answers of the DNS that say that there is no such host. */
const NO_HOST = ["ENOTFOUND", "ENODATA"];

/** A page that can't be read; `passing` tells whether it makes sense to try again later. */
export class Unreadable extends Error {
  readonly passing: boolean;

  constructor(reason: string, { passing }: { passing: boolean }) {
    super(reason);
    this.name = "Unreadable";
    this.passing = passing;
  }
}

/** What is thrown for an answer that holds no page. */
export function unreadableAnswer(url: string, answer: Answer): Unreadable {
  if (!answer) return new Unreadable(`${url}: no time left`, { passing: true });
  if (answer instanceof OutboundError) {
    return new Unreadable(answer.message, { passing: mayPass(answer) });
  }
  const { status } = answer;
  const passing = status >= 500 || PASSING_STATUSES.includes(status);
  return new Unreadable(`${url}: status ${status}`, { passing });
}

function mayPass({ failure, code = "" }: OutboundError): boolean {
  return PASSING_FAILURES.includes(failure) || (failure === "dns" && !NO_HOST.includes(code));
}
