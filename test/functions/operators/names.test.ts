import { expect, test } from "vitest";
import type { CommandName } from "../../../functions/operators/catalogue.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { makeReseller, type TestReseller } from "../../support/factories.ts";
import { answer, listCustomFields, run } from "./run.ts";

type Named = (reseller: TestReseller, name: string) => [CommandName, object];

/** The commands in which an operator writes a name, and the field of the result that has it. */
const NAMED: Record<string, { by: Named; field?: string }> = {
  "a reseller's name": {
    by: (_, name) => ["reseller create", { name, same_name: true, new_uuid: newUuid() }],
  },
  "a reseller's new name": {
    by: ({ uuid }, name) => ["reseller rename", { uuid, name, same_name: true }],
  },
  "a sender's name": {
    by: ({ uuid }, sender_name) => ["reseller set", { uuid, sender_name }],
    field: "sender_name",
  },
  "a key's name": { by: ({ uuid }, name) => ["key create", { reseller_uuid: uuid, name }] },
  "a plan's name": {
    by: ({ uuid }, name) => ["plan create", { reseller_uuid: uuid, name, with: ["ssl"] }],
  },
  "a plan's new name": { by: ({ planUuid: uuid }, name) => ["plan update", { uuid, name }] },
  "a custom field's name": {
    by: ({ uuid }, name) => ["custom-field create", { reseller_uuid: uuid, name, type: "text" }],
  },
};

test.each(Object.entries(NAMED))(
  "%s has single spaces, and no control character",
  async (_, given) => {
    const { by, field = "name" } = given;
    const reseller = await makeReseller();
    for (const spaced of ["A  B", "  A B ", "A \u00a0\u3000\u2003B", "\n A B\t"]) {
      expect((await run(...by(reseller, spaced)))[field], spaced).toBe("A B");
      // One custom field of a name there can be.
      if (given === NAMED["a custom field's name"]) await dropFields(reseller);
    }
    for (const wrong of ["A\nB", "A\tB", "A\u0000B", "\u001b[2J", "A\u009bB", "\ud800"]) {
      expect(await answer(...by(reseller, wrong)), wrong).toMatchObject({ ok: false });
    }
  },
);

async function dropFields({ uuid: reseller_uuid }: TestReseller) {
  for (const { uuid } of await listCustomFields(reseller_uuid)) {
    await run("custom-field delete", { reseller_uuid, uuid, yes: true });
  }
}

test("choices of a custom field have single spaces, too", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const field = { reseller_uuid, name: "Tier", type: "select", options: [" very  good", "b"] };
  expect(await run("custom-field create", field)).toMatchObject({ options: ["very good", "b"] });
});
