import { expect, test } from "vitest";
import { beginOffboarding } from "../../../functions/cleanup/offboardings.ts";
import { kindOf } from "../../../functions/operators/commandKind.ts";
import type { CommandName } from "../../../functions/operators/commands.ts";
import { thoroughly } from "../../support/runs.ts";
import { catalogue, commandNames, makeSite } from "./catalogue.ts";
import { answer } from "./run.ts";

/** What is not in the export, or leaves less to erase. */
const ALLOWED: CommandName[] = [
  ...(["reseller set", "reseller rename", "reseller recount", "reseller delete"] as const),
  ...([
    "reseller offboard",
    "key set",
    "key revoke",
    "key rename",
    "mail lift",
    "webhook disable",
  ] as const),
  ...(["user delete", "business delete", "website delete", "competitor delete"] as const),
];
/** They are about no present reseller. */
const OTHERS: CommandName[] = [
  ...(["reseller create", "reseller take-back"] as const),
  ...(["dead-letter redrive", "dead-letter replay"] as const),
];

const REFUSED = commandNames.filter(
  (name) => kindOf(name) === "write" && ![...ALLOWED, ...OTHERS].includes(name),
);

async function runWhileLeaving(name: CommandName) {
  const site = await makeSite();
  const { input } = await catalogue[name](site);
  await beginOffboarding(site.uuid);
  return await answer(name, input);
}

test.each(thoroughly(REFUSED))("%s is refused for a reseller that is leaving", async (name) => {
  const text = /is leaving \(since \S+\): "reseller take-back" ends that\.$/;
  expect(await runWhileLeaving(name)).toEqual({ ok: false, message: expect.stringMatching(text) });
});

test.each(thoroughly(ALLOWED))("%s is possible for a reseller that is leaving", async (name) => {
  expect(await runWhileLeaving(name)).toMatchObject({ ok: true });
});
