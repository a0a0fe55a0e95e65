import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue } from "../functions/operators/catalogue.ts";
import { feedItemTypes } from "../shared/audit/feedItemTypes.ts";
import { planFeatures } from "../shared/vocabulary/planFeatures.ts";
import { pathExists } from "./pathExists.ts";

const ROOT = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(read("package.json"));
const MOST_WORDS = 13_000;

const documents = globSync(["*.md", ".github/*.md", "{infra,functions,shared,test}/**/*.md"], {
  cwd: ROOT,
});
const isGuide = (document: string) => document.startsWith("functions/reference/");
const readmes = documents.filter((document) =>
  /(?:README|RUNBOOK|RECOVERY|CONTRIBUTING)\.md$/.test(document),
);

describe.each(documents)("%s", (document) => {
  const text = read(document);

  it("links to files and headings that exist", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      // The guides link to what the service answers.
      .filter((target) => target !== "../openapi.json");
    expect(links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(link))).toEqual([]);
  });

  it("names files and folders that exist", () => {
    const paths = text.match(
      /(?<![\w/.<-])(?:infra|functions|shared|test|\.github)\/[\w./<>{}*-]*/g,
    );
    const named = (paths ?? []).map((path) => path.replace(/[.]+$/, ""));
    expect(named.filter((path) => !pathExists(path))).toEqual([]);
  });

  it("names npm scripts that exist", () => {
    const named = [...text.matchAll(/\bnpm (?:run\s+(?:-s |--silent )?([\w:-]+)|(start|test)\b)/g)];
    const names = named.map(([, script, command]) => script ?? command);
    expect(names.filter((name) => !(String(name) in scripts))).toEqual([]);
  });

  it("names the stage in each command of the CDK, which is dev otherwise", () => {
    const commands = text.match(/\bnpx cdk (?:deploy|diff|destroy|synth)\b[^`\n]*/g) ?? [];
    expect(commands.filter((command) => !/ -c stage=\w/.test(command))).toEqual([]);
  });

  function leadsSomewhere(link: string): boolean {
    const [path = "", heading] = link.split("#");
    const file = path === "" ? document : join(dirname(document), path);
    if (!existsSync(join(ROOT, file))) return false;
    return heading === undefined || headingsOf(read(file)).includes(heading);
  }
});

describe("the documentation", () => {
  it.each(readmes)("%s names operators' commands that exist", (readme) => {
    const options = "(?:--(?:stage \\S+|json|csv) )*";
    const command = new RegExp(`(?:\`admin|run -s admin --) ${options}([a-z-]+(?: [a-z-]+)?)`, "g");
    const text = read(readme).replaceAll(/\s+/g, " ");
    const named = [...text.matchAll(command)].map(([, words = ""]) => words);
    // It is no command of the function, but one of the command line that reads the API.
    const commands = ["export", ...Object.keys(catalogue)];
    const isOne = (words: string) => commands.some((each) => `${words} `.startsWith(`${each} `));
    expect(named.filter((words) => !(words.startsWith("-") || isOne(words)))).toEqual([]);
  });

  it("is short, without the guides and the licences", () => {
    const own = documents.filter(
      (document) => !(isGuide(document) || document.endsWith("LICENSES.md")),
    );
    const words = own.flatMap((document) => read(document).split(/\s+/).filter(Boolean));
    expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
  });

  it("has each item of the table, and no other", () => {
    const sources = globSync("shared/entities/*.ts", { cwd: ROOT }).map(read);
    const entities = sources.flatMap((source) => [...source.matchAll(/ entity\(\s*"(\w+)"/g)]);
    const [, after = ""] = read("functions/README.md").split("\n## The table\n");
    const rows = after.split("\n## ")[0]?.match(/^\| `[^|]*/gm) ?? [];
    const items = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)]);
    const namesOf = (matches: RegExpExecArray[]) => matches.map(([, name]) => name).toSorted();
    expect(namesOf(items)).toEqual(namesOf(entities));
  });
});

it("the guide of feed items names the switches of a plan that turn nothing on", () => {
  const checked = Object.values(feedItemTypes).map(({ feature }) => feature);
  const others = planFeatures.filter((feature) => !checked.includes(feature));
  const names = new Intl.ListFormat("en-GB").format(others.map((feature) => `\`${feature}\``));
  const guide = read("functions/reference/guides/feed-items.md").replaceAll(/\s+/g, " ");
  expect(guide).toContain(`A plan also has switches that turn nothing on yet: ${names}.`);
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The headings of a page as GitHub makes anchors of them. */
function headingsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
