import { createHash } from "node:crypto";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { businessBody, makeReseller, makeUser } from "../../support/factories.ts";
import type { Section } from "../report.ts";
import { tablePrice } from "./prices.ts";

const CALLS = 1_000_000;
const POST = "POST /v1/businesses";
/** Lists of products of a given length: as people write them, and of random characters. */
const PRODUCTS = { "words and numbers": written, "random characters": drawn };
const CLAIM_UNITS = 1;
const COUNTS = [0, 4, 20, 98];
const WORDS = ["bread", "cake", "Sunday", "delivery", "for the street", "with butter", "large"];

/** The units that an `Idempotency-Key` adds to a POST, by the size of its answer. */
export async function idempotencyCost(): Promise<Section> {
  const reseller = await makeReseller();
  const { key } = reseller;
  const query = { userUuid: await makeUser(reseller) };
  const rows = [];
  for (const [content, productOf] of Object.entries(PRODUCTS)) {
    for (const count of COUNTS) {
      const products = Array.from({ length: count }, (_, at) => productOf(at));
      const body = { ...businessBody, products };
      const request = { key, query, body };
      let answer = "";
      const plain = await costOf(() => call(POST, request));
      const headers = { "idempotency-key": `${content} ${count}` };
      const first = await costOf(async () => {
        answer = JSON.stringify((await call(POST, { ...request, headers })).body);
      });
      const replay = await costOf(() => call(POST, { ...request, headers }));
      const more = { readUnits: 0, writeUnits: first.writeUnits - plain.writeUnits };
      // A claim that is refused costs what the item there would: half its units in a transaction. The
      // embedded DynamoDB does not tell.
      const writeUnits = (more.writeUnits - CLAIM_UNITS) / 2;
      const again = { readUnits: replay.readUnits, writeUnits };
      rows.push([
        content,
        Buffer.byteLength(answer),
        more.writeUnits,
        (CALLS * tablePrice(more)).toFixed(2),
        again.readUnits,
        again.writeUnits,
        (CALLS * tablePrice(again)).toFixed(2),
      ]);
    }
  }
  return {
    title: "What an Idempotency-Key adds to a creation, and what a replay costs",
    columns: [
      "products of",
      "bytes of the answer",
      "write units more",
      "USD more a million",
      "read units of a replay",
      "write units",
      "USD a million",
    ],
    rows,
    notes: ["A business with products; of a creation without a key nothing changes."],
  };
}

function written(at: number): string {
  const digest = createHash("sha256").update(String(at)).digest();
  return `${[...digest.subarray(0, 12)].map((byte) => WORDS[byte % WORDS.length]).join(" ")} ${at}`;
}

function drawn(at: number): string {
  return createHash("sha512").update(String(at)).digest("base64");
}
