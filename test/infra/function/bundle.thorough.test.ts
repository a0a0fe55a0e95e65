import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../../infra/function/bundle.ts";
import { entryOf } from "../../../infra/function/entries.ts";
import { page } from "../../shared/audit/analysers/support.ts";

/** What is in the bundle decides how long it takes to import; `npm run bench` measures that. */
describe("the bundle of a function of the API", () => {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  let inputs: string[];
  let imports: string[];

  beforeAll(async () => {
    const { metafile } = await bundle("functions/api/users/index.ts", folder);
    const [, output] =
      Object.entries(metafile?.outputs ?? {}).find(([path]) => path.endsWith(".cjs")) ?? [];
    inputs = Object.entries(output?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path);
    imports = output?.imports.map(({ path }) => path) ?? [];
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it("brings the AWS SDK along instead of using the one of Lambda's runtime", () => {
    expect(inputs).toContain("node_modules/@aws-sdk/client-dynamodb/dist-es/DynamoDBClient.js");
  });

  it("takes from the AWS SDK what it uses and no more", () => {
    const clients = inputs.filter((path) => /dist-es\/commands\/.*Command\.js$/.test(path));
    expect(clients.filter((path) => /Table|Backup|Export|Statement/.test(path))).toEqual([]);
    expect(inputs.filter((path) => path.includes("client-dynamodb/dist-es/DynamoDB.js"))).toEqual(
      [],
    );
    expect(inputs.filter((path) => path.includes("dist-cjs"))).toEqual([]);
  });

  it("has nothing that only runs outside of Lambda", () => {
    const unused = /nested-clients|credential-provider-(?!env|node)|jsonschema|event-streams/;
    expect(inputs.filter((path) => unused.test(path))).toEqual([]);
  });

  it("has nothing that only describes the API", () => {
    const descriptions =
      /[dD]escription\.ts|envelopes\.ts|resources\/schemas\.ts|functions\/reference/;
    expect(inputs.filter((path) => descriptions.test(path))).toEqual([]);
  });

  it("has no tracer: Lambda's own segments are enough", () => {
    expect(inputs.filter((path) => /powertools|xray|opentelemetry/i.test(path))).toEqual([]);
  });

  it("needs no package but Node's own modules when it is imported", () => {
    const onDemand =
      /^@aws-sdk\/credential-provider-|^@smithy\/(credential-provider-imds|core\/event-streams)$/;
    expect(imports.filter((path) => !path.startsWith("node:") && !onDemand.test(path))).toEqual([]);
  });
});

describe("the bundle of", () => {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  const bundled = async (name: string) => {
    const { metafile } = await bundle(entryOf(name), folder);
    const output = Object.entries(metafile?.outputs ?? {}).find(([path]) => path.endsWith(".cjs"));
    return { inputs: Object.keys(output?.[1].inputs ?? {}), imports: output?.[1].imports ?? [] };
  };

  afterAll(() => rmSync(folder, { recursive: true }));

  it("the probe knows nothing of AWS or the table", async () => {
    const { inputs } = await bundled("probe");
    expect(
      inputs.filter((path) => /aws-sdk|electrodb|shared[/](table|entities)/.test(path)),
    ).toEqual([]);
  });

  it("account has no texts of findings", async () => {
    const { inputs } = await bundled("account");
    expect(inputs.filter((path) => /audit\/prebuilt|causeTexts/.test(path))).toEqual([]);
  });

  it("uptime has all that the client needs by which it calls probes", async () => {
    const { inputs } = await bundled("uptime");
    const streams = "node_modules/@smithy/core/dist-es/submodules/event-streams/index.js";
    const client = "node_modules/@aws-sdk/client-lambda/dist-es/LambdaClient.js";
    expect(inputs).toEqual(expect.arrayContaining([client, streams]));
  });
});

describe("the bundle of what checks spelling", () => {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));

  afterAll(() => rmSync(folder, { recursive: true }));

  it("has the words and their licences beside it", async () => {
    await bundle("shared/audit/analysers/spelling/spelling.ts", folder);
    expect(readdirSync(folder).toSorted()).toEqual([
      ...["de", "en", "es", "fr"].flatMap((each) =>
        each === "en" ? ["en.words"] : [`${each}.LICENSE.txt`, `${each}.btrie`],
      ),
      ...["index.cjs", "index.cjs.map", "misspellings.en.txt", "nl.LICENSE.txt", "nl.btrie"],
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
