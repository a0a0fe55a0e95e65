import { expect, test } from "vitest";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { startSes } from "../../../support/ses.ts";
import { deliver, mailOf, onboard } from "./onboarded.ts";

const ses = await startSes();

/** More requests to the table than a mail takes. */
const MOST_REQUESTS = 20;

/** Delivers a message to a mailer that dies after this many requests to the table; false if it needs fewer. */
async function deliverAndKill(message: unknown, requests: number): Promise<boolean> {
  const { promise: killed, resolve: kill } = Promise.withResolvers<"killed">();
  let seen = 0;
  const end = interceptRequests(() => {
    seen += 1;
    if (seen <= requests) return;
    kill("killed");
    // The process does nothing more.
    return new Promise(() => {});
  });
  const outcome = await Promise.race([deliver(message), killed]);
  end();
  return outcome === "killed";
}

test("a mailer that dies at any request sends one mail, except between SES's answer and its record", async () => {
  const second: number[] = [];
  let requests = 0;
  for (; requests < MOST_REQUESTS; requests += 1) {
    const onboarded = await onboard();
    const { email, message } = onboarded;
    if (!(await deliverAndKill(message, requests))) break;
    const sentCount = ses.takenFor(email).length;
    for (const seconds of [100, 1000]) expect(await deliver(message, seconds)).toBe(true);
    expect(ses.takenFor(email)).toHaveLength(1 + sentCount);
    expect(await mailOf(onboarded)).toMatchObject({ status: "sent" });
    if (sentCount === 1) second.push(requests);
  }
  // User, reseller, business, website, three for the share, the number, the claim; then SES, then the note.
  expect({ requests, second }).toEqual({ requests: 10, second: [9] });
});
