import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { faultIn } from "../../../functions/versions/checkApi/faults.ts";
import {
  eventOf,
  journey,
  type Made,
  uuidIn,
} from "../../../functions/versions/checkApi/journey.ts";
import { messages } from "../../../functions/versions/checkWorkers/messages.ts";
import { handlerOf } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";
import { deployments } from "./judging/deployments.ts";

test("every request of the journey is answered as the check of a good version expects", async () => {
  const { key } = await makeReseller();
  const made: Made = {};
  const faults: string[] = [];
  for (const step of journey) {
    const event = eventOf(step, made, { key, from: "192.0.2.1", at: Date.now() });
    const handler = await handlerOf(step.route);
    const { statusCode: status = 0, body = "" } = await handler(event, {} as Context);
    const answer = JSON.parse(body);
    if (step.makes) made[step.makes] = uuidIn(answer) ?? "";
    faults.push(...faultIn({ step, status, body: answer, ms: 0 }));
  }
  expect(faults).toEqual([]);
});

test("every worker that is deployed gradually has a message for its check", () => {
  const workers = deployments.filter(({ hook }) => hook === "checkWorkers");
  const lacking = workers.filter(({ folder }) => !(folder in messages));
  expect(lacking.map(({ folder }) => folder)).toEqual(["schedule"]);
});
