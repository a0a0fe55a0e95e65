import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as importer } from "../../../functions/imports/importer/index.ts";
import { handler } from "../../../functions/operators/index.ts";
import { customer, HEADER } from "../../functions/imports/importing.ts";
import { UUID } from "../../support/expected.ts";
import { makeReseller } from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";
import { makeDirectory } from "../local/support.ts";
import { adminHere } from "./inProcess.ts";

const context = { getRemainingTimeInMillis: () => 180_000 } as Context;

/** Runs a command line; the importer works before each look at an import. */
async function admin(...args: string[]) {
  return await adminHere(["--json", ...args], {
    invoke: async (request) => {
      if (request.command === "import show") await importer(sqsEvent(request.input), context);
      return await handler(request);
    },
  });
}

test("a file is checked, imported and exported, and what it exports can be imported", async () => {
  const [reseller, other] = await Promise.all([makeReseller(), makeReseller()]);
  const file = join(makeDirectory(), "customers.csv");
  const wrong = customer("b@example.com", "020 7183 8750,GB");
  writeFileSync(file, [HEADER, customer("a@example.com"), wrong].join("\n"));
  const fault = expect.stringMatching(/^Phone number must be/);
  const faulty = [{ line: 3, column: "business.phone_number", fault }];
  const counts = { rows_total: 2, rows_done: 2, rows_faulty: 1 };
  const checked = await admin("import", "run", file, "--reseller", reseller.uuid, "--dry-run");
  expect(JSON.parse(checked.stdout)).toEqual({ uuid: UUID, state: "checked", ...counts, faulty });
  const run = await admin("import", "run", file, "--reseller", reseller.uuid);
  expect(JSON.parse(run.stdout)).toEqual({ uuid: UUID, state: "finished", ...counts, faulty });

  const exported = join(makeDirectory(), "exported.csv");
  const { stdout } = await admin("export", exported, "--reseller", reseller.uuid);
  expect(JSON.parse(stdout)).toEqual({ customers: 1, file: exported, left_out: 0 });
  const again = await admin("import", "run", exported, "--reseller", other.uuid);
  expect(JSON.parse(again.stdout)).toMatchObject({
    state: "finished",
    rows_done: 1,
    rows_faulty: 0,
  });
});

test("a file that is refused is a problem, in one line", async () => {
  const { uuid } = await makeReseller();
  const file = join(makeDirectory(), "customers.csv");
  writeFileSync(file, "a,b\n");
  const { code, stderr } = await admin("import", "run", file, "--reseller", uuid);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The file was refused: The first line must name the columns: its field 1 is unknown. Use /,
  );
});
