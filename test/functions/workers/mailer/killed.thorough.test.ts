import { expect, test } from "vitest";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { startSes } from "../../../support/ses.ts";
import { deliver, mailOf, onboard } from "./onboarded.ts";

const ses = await startSes();

/** More requests to the table than a mail takes. */
const MOST_REQUESTS = 20;
const CLAIM_OVER_SECONDS = 66;

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
    // The claim of the dead mailer, if it had made one, still holds.
    await deliver(message, 1);
    if (sentCount === 1) expect(ses.takenFor(email)).toHaveLength(1);
    expect(await deliver(message, CLAIM_OVER_SECONDS)).toBe(true);
    expect(await deliver(message, 2 * CLAIM_OVER_SECONDS)).toBe(true);
    expect(ses.takenFor(email)).toHaveLength(1 + sentCount);
    expect(await mailOf(onboarded)).toMatchObject({ status: "sent" });
    if (sentCount === 1) second.push(requests);
  }
  // User, reseller, claim, the number, business, website, four for the share; then SES, then the note.
  expect({ requests, second }).toEqual({ requests: 11, second: [10] });
});

test("a second mail is sent after an answer of SES was lost", async () => {
  const onboarded = await onboard();
  const { email, message } = onboarded;
  ses.answer(email, "taken, and no answer");
  expect(await deliver(message)).toBe(false);
  // The SDK has not retried.
  expect(ses.takenFor(email)).toHaveLength(1);
  expect(await deliver(message, CLAIM_OVER_SECONDS)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(2);
  expect(await deliver(message, 3 * CLAIM_OVER_SECONDS)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(2);
});
