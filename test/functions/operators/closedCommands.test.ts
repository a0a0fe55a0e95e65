import { expect, test } from "vitest";
import {
  type CommandName,
  catalogue as definitions,
} from "../../../functions/operators/catalogue.ts";
import { kindOf } from "../../../functions/operators/definition.ts";
import { closeReseller } from "../../support/closing.ts";
import { thoroughly } from "../../support/runs.ts";
import { catalogue, commandNames, makeSite } from "./catalogue.ts";
import { answer } from "./run.ts";

/** What changes no record of a customer. */
const ALLOWED: CommandName[] = [
  ...(["reseller set", "reseller close", "key set", "key revoke", "webhook disable"] as const),
];
/** They are about no present reseller. */
const OTHERS: CommandName[] = [
  ...(["reseller create", "reseller reopen"] as const),
  ...(["dead-letter redrive", "dead-letter replay"] as const),
];

const REFUSED = commandNames.filter(
  (name) => kindOf(definitions[name], {}) === "write" && ![...ALLOWED, ...OTHERS].includes(name),
);

async function runWhileClosed(name: CommandName) {
  const site = await makeSite();
  const { input } = await catalogue[name](site);
  await closeReseller(site.uuid);
  return await answer(name, input);
}

test.each(thoroughly(REFUSED))("%s is refused for a closed reseller", async (name) => {
  const text = /is closed \(since \S+\): "reseller reopen" opens it again\.$/;
  expect(await runWhileClosed(name)).toEqual({ ok: false, message: expect.stringMatching(text) });
});

test.each(thoroughly(ALLOWED))("%s is possible for a closed reseller", async (name) => {
  expect(await runWhileClosed(name)).toMatchObject({ ok: true });
});
