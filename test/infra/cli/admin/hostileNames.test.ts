import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { run } from "../../../functions/operators/run.ts";
import { thoroughly } from "../../../support/runs.ts";
import { adminHere } from "./inProcess.ts";

const COLUMNS = 80;
/** Long names, and names with characters that hide or reverse the text after them. */
const NAMES = [
  `\u202eeman\u2066 ${"東".repeat(60)}`,
  `a\u200bb\ufeffc \u{e0041} ${"e\u0301".repeat(80)}`,
  `👩🏽‍💻 ${"🇩🇪".repeat(30)}`,
  `__proto__ $(reboot) \`x\` "quoted" 'single' --json ${"W".repeat(50)}`,
];
/** By `npm test`, one name has the hostile characters of all. */
const ALL = `__proto__ $(x) \u202eeman\u2066 a\u200bb\ufeffc \u{e0041} e\u0301 👩🏽‍💻 "q" 'r' --json ${"東".repeat(60)}`;
/** Runs a command with a table and with `--json` as its output, asserts that neither holds control characters, and returns the JSON. */
async function showBoth(...args: string[]) {
  const shown = await adminHere(args, { columns: COLUMNS });
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  for (const line of shown.stdout.split("\n")) {
    expect(stringWidth(line), line).toBeLessThanOrEqual(COLUMNS);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  const json = await adminHere(["--json", ...args]);
  expect(json).toMatchObject({ code: 0, stderr: "" });
  expect(json.stdout).not.toMatch(/[\p{Cf}]/u);
  return JSON.parse(json.stdout);
}

describe.each(thoroughly(NAMES, [ALL]))("the name %j", (hostile) => {
  test("of a reseller, a key, a plan and a custom field is kept, listed, shown and found", async () => {
    const name = `${hostile} ${newUuid().slice(-6)}`;
    const created = await adminHere(["reseller", "create", "--name", name, "--json"]);
    const { uuid } = JSON.parse(created.stdout);
    expect(JSON.parse(created.stdout)).toMatchObject({ name });
    await run("key create", { reseller_uuid: uuid, name });
    await run("plan create", { reseller_uuid: uuid, name, with: ["ssl"] });
    const field = { type: "select", options: [name, "b"], name };
    await run("custom-field create", { reseller_uuid: uuid, ...field });
    expect(await showBoth("show", uuid)).toMatchObject({ kind: "reseller", name });
    const one = ["--reseller", uuid];
    expect(await showBoth("key", "list", ...one)).toMatchObject([{ name }]);
    expect(await showBoth("plan", "list", ...one)).toMatchObject([{}, { name }]);
    expect(await showBoth("api", "GET", "/v1/custom-fields", ...one)).toMatchObject({
      data: [field],
    });
    expect(await showBoth("find", "--", name)).toMatchObject([{ uuid, name }]);
    // The refusal quotes the name without its control characters.
    const twice = await adminHere(["reseller", "create", "--name", name]);
    expect(twice).toMatchObject({ code: 2, stdout: "" });
    expect(twice.stderr).toMatch(
      /^Reseller [0-9a-f-]{36} has the name "[^\p{Cc}\p{Cf}]*" already.*\n$/u,
    );
  });
});
