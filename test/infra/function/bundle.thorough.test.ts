import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bundle } from "../../../infra/function/bundle.ts";
import { entryOf } from "../../../infra/function/entries.ts";
import { page } from "../../shared/audit/analysers/support.ts";

const folder = mkdtempSync(join(tmpdir(), "bundle-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** The files that a function's bundle has something of, and the packages that it loads. */
async function bundled(name: string) {
  const { metafile } = await bundle(entryOf(name), folder);
  const [, output] =
    Object.entries(metafile?.outputs ?? {}).find(([path]) => path.endsWith(".cjs")) ?? [];
  const inputs = Object.entries(output?.inputs ?? {});
  return {
    files: inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    imports: output?.imports.map(({ path }) => path) ?? [],
  };
}

/** What is in the bundle decides how long it takes to import; `npm run bench` measures that. */
describe("the bundle of a function of the API", () => {
  it("has the AWS SDK, and needs no package but Node's own modules when it is imported", async () => {
    const { files, imports } = await bundled("users");
    expect(files).toContain("node_modules/@aws-sdk/client-dynamodb/dist-es/DynamoDBClient.js");
    const onDemand = /^node:|^@aws-sdk\/credential-provider-|^@smithy\/credential-provider-imds$/;
    expect(imports.filter((path) => !onDemand.test(path))).toEqual([]);
  });
});

const UNUSED = [
  // Of the SDK: what no function calls, and what only runs outside of Lambda.
  ...["commands/.*(Table|Backup|Export|Statement).*Command", "client-dynamodb/dist-es/DynamoDB.js"],
  ...["dist-cjs", "nested-clients", "credential-provider-(?!env|node)", "jsonschema"],
  // What only describes the API.
  ...["[dD]escription.ts", "envelopes.ts", "resources/schemas.ts", "functions/reference"],
];

it.each([
  ["users", UNUSED],
  ["probe", ["aws-sdk", "electrodb", "shared/platform/table", "shared/entities"]],
  ["changes", ["faultTexts", "causeTexts"]],
])("the bundle of %s has nothing that it does not use", async (name, unused) => {
  const { files } = await bundled(name);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => new RegExp(unused.join("|")).test(path))).toEqual([]);
});

describe("the bundle of what checks spelling", () => {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));

  afterAll(() => rmSync(folder, { recursive: true }));

  it("has the words and their licences beside it", async () => {
    await bundle("shared/audit/analysers/spelling/spelling.ts", folder);
    expect(readdirSync(folder).toSorted()).toEqual([
      ...["de.LICENSE.txt", "de.btrie", "en.btrie", "es.LICENSE.txt", "es.btrie"],
      ...["fr.LICENSE.txt", "fr.btrie", "index.cjs", "index.cjs.map", "misspellings.en.txt"],
      ...["nl.LICENSE.txt", "nl.btrie"],
    ]);
    const { spelling } = createRequire(import.meta.url)(join(folder, "index.cjs"));
    const text = [
      "you recieve it",
      ...Array(3).fill("das Beispiel ist gut"),
      "ein Beiispiel ist da",
    ];
    const wordsIn = async (lang: string) => {
      const pages = spelling.begin();
      pages.add(page({ lang, text }));
      const { faults } = await pages.examine({});
      return faults.map(({ subject }: { subject: string }) => subject);
    };
    expect(await wordsIn("en")).toEqual(["recieve"]);
    expect(await wordsIn("de")).toEqual(["Beiispiel"]);
  });
});
