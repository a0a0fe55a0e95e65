import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { format } from "../../../infra/admin/format.ts";
import { visible } from "../../../infra/visible.ts";
import { catalogue, commandNames } from "../../functions/admin/catalogue.ts";
import { run, TIMESTAMP, UUID } from "../../functions/admin/run.ts";
import { makeReseller } from "../../support/factories.ts";
import { casesFor } from "../../support/runs.ts";

const COLUMNS = 80;

/** As long as a name may be, or longer, of what terminals and people stumble over. */
const WIDEST = {
  "wide characters": "東京".repeat(127),
  "combining marks": `Z${"\u0301\u0323".repeat(20)}oe\u0308`.repeat(6),
  emoji: "👩🏽‍💻👨‍👩‍👧‍👦🇩🇪❤️1️⃣".repeat(20),
  bidirectional: "\u202eGold\u2066 שלום עולם \u061cمرحبا".repeat(10),
  "zero width": "a\u200bb\u200d\ufeff\u2060".repeat(50),
  "a long word": "W".repeat(255),
  words: "many short words ".repeat(15).trim(),
  "what moves a cursor": "\u001b[2J\u0007\r\n\u009b1m\u2028".repeat(30),
};

/** A result with this text in the place of every other, but for uuids and times. */
function withText(result: unknown, text: string): unknown {
  if (typeof result === "string") {
    return UUID.test(result) || TIMESTAMP.test(result) ? result : text;
  }
  if (Array.isArray(result)) return result.map((each) => withText(each, text));
  if (typeof result !== "object" || result === null) return result;
  const fields = Object.entries(result).map(([name, value]) => [name, withText(value, text)]);
  return Object.fromEntries(fields);
}

const squeezed = (text: string) => text.replaceAll(/\s/g, "");

const commands = commandNames.map((command, index) => ({ command, index }));

// All results go through the same table.
describe.each(commands)("the result of $command", ({ command, index }) => {
  test("fits a terminal of 80 columns, and is whole in a pipe and as JSON", async () => {
    const { input } = await catalogue[command](await makeReseller());
    const result = await run(command, input);
    for (const [what, text] of casesFor(index, Object.entries(WIDEST))) {
      const widest = withText(result, text);
      const shown = format(widest, { json: false, columns: COLUMNS });
      const lines = shown.split("\n");
      expect(
        lines.filter((line) => stringWidth(line) > COLUMNS),
        what,
      ).toEqual([]);
      expect(
        lines.filter((line) => /[\p{Cc}\p{Cf}]/u.test(line)),
        what,
      ).toEqual([]);
      if (JSON.stringify(widest).includes(JSON.stringify(text))) {
        expect(squeezed(shown), what).toContain(squeezed(visible(text)));
        expect(format(widest, { json: false }), what).toContain(visible(text));
      }
      expect(JSON.parse(format(widest, { json: true }))).toStrictEqual(widest);
    }
  });
});
