import { beforeAll, expect, test } from "vitest";
import { makeAttempt } from "../../../shared/deliveries/attempt.ts";
import { answerBytes } from "../../../shared/http/answerBytes.ts";
import { allowLocalAddresses, keepAlive } from "../../../shared/outbound/index.ts";
import { systemClock } from "../../../shared/time.ts";
import { serve } from "../../support/site.ts";

beforeAll(() => allowLocalAddresses());

async function responseOf(body: string): Promise<string> {
  const { url } = await serve({ "/": (_, response) => void response.writeHead(500).end(body) });
  const { attempt } = await makeAttempt(
    { endpoint: url, sign: () => ({}) as never },
    { event_id: "evt_1", body: "{}" },
    { clock: systemClock, connections: keepAlive() },
  );
  return attempt.response;
}

test("the first kilobyte of an answer is kept", async () => {
  expect(await responseOf('{"error": "down"}')).toBe('{"error": "down"}');
  expect(await responseOf("x".repeat(2000))).toBe("x".repeat(1024));
});

test.each(["\0", '"', "\\"])("less of one of %j, which JSON makes more of", async (character) => {
  const kept = await responseOf(character.repeat(1024));
  expect(answerBytes(kept)).toBeLessThanOrEqual(2400);
  expect(answerBytes(kept)).toBeGreaterThan(2390);
});
