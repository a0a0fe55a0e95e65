import { OutboundError, ROBOT_NAME } from "../../../shared/outbound/index.ts";
import type { TakeHost } from "./hostLease.ts";
import { describeOutcome, nameOutcome } from "./outcome.ts";
import type { PoliteClient } from "./politeClient.ts";
import { allowAll, disallowAll, parseRobots, type Robots } from "./robots.ts";

const MAX_BYTES = 500 * 1024;
const MAX_REDIRECTS = 5;

/**
 * Gets the robots.txt of an origin. As RFC 9309, 2.3.1 has it: a 4xx (or no end of redirects)
 * allows everything, a 5xx or no answer forbids everything, what is beyond 500 KiB is not read.
 * Hosts that it redirects to are taken before they are asked.
 */
export async function fetchRobots(
  origin: string,
  { client, deadline, takeHost }: { client: PoliteClient; deadline: number; takeHost: TakeHost },
): Promise<Robots> {
  const url = new URL("/robots.txt", origin).href;
  let isBusy = false;
  const follows = async (target: string) => {
    isBusy = !(await takeHost(target));
    return !isBusy;
  };
  const request = { maxBytes: MAX_BYTES, maxRedirects: MAX_REDIRECTS, deadline, follows };
  const answer = await client.request(url, request);
  if (isBusy) return disallowAll("its host is being read", "busy");
  if (!answer) return disallowAll("deadline");
  const outcome = nameOutcome(describeOutcome(answer));
  if (answer instanceof OutboundError) {
    const { failure } = answer;
    if (failure === "too-many-redirects" || failure === "redirect-loop") return allowAll();
    return { ...disallowAll(outcome), isHostAway: true };
  }
  if (answer.status >= 500) return disallowAll(outcome);
  if (answer.status >= 300) return allowAll();
  const text = answer.body.toString("utf8");
  const complete = answer.truncated ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
  const robots = parseRobots(complete, ROBOT_NAME);
  if (robots.crawlDelayMs !== undefined) client.slowDown(origin, robots.crawlDelayMs);
  return robots;
}
