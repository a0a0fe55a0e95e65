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

test("a mailer that dies at any request sends one mail, except once it is passed to SES", async () => {
  const lost: number[] = [];
  let requests = 0;
  for (; requests < MOST_REQUESTS; requests += 1) {
    const onboarded = await onboard();
    const { email, message } = onboarded;
    if (!(await deliverAndKill(message, requests))) break;
    for (const seconds of [1, 1000]) expect(await deliver(message, seconds)).toBe(true);
    if (ses.takenFor(email).length === 0) lost.push(requests);
    else expect(ses.takenFor(email)).toHaveLength(1);
    const status = (await mailOf(onboarded))?.status;
    expect(status).toBe(requests === 10 ? "sending" : "sent");
  }
  // User, reseller, business, website, four for the share, the number, the claim; then SES, then the note.
  expect({ requests, lost }).toEqual({ requests: 11, lost: [] });
});
