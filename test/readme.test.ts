import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { feedItemTypes, renderFeedItemTable } from "../functions/audit/feedItemTypes.ts";
import { planFeatures } from "../shared/resources/planFeatures.ts";
import { routeKeys } from "../shared/routes.ts";
import { replaceSection } from "./bench/report.ts";
import { sections } from "./bench/sections.ts";
import { pathExists } from "./support/pathExists.ts";

const ROOT = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(read("package.json"));
const EXPLAINED = ["infra", "infra/local", "functions", "shared", "test", "test/bench"];

const documents = globSync(["*.md", ".github/*.md", "{infra,functions,shared,test}/**/*.md"], {
  cwd: ROOT,
});

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
  it("begins with a page that is read in one go", () => {
    expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  it.each(EXPLAINED)("says why %s is as it is", (folder) => {
    expect(headingsOf(read(join(folder, "README.md")))).toContain("why-it-is-so");
  });

  it.each(routeKeys)("tells resellers of %s", (route) => {
    expect(read("functions/README.md")).toContain(`\`${route}`);
  });
});

it("the table of feed items is the one that their list makes", () => {
  const page = read("functions/README.md");
  expect(page).toBe(replaceSection(page, "feed items", renderFeedItemTable()));
});

it("the switches of a plan that have no check are those that no feed item names", () => {
  const checked = Object.values(feedItemTypes).map(({ feature }) => feature);
  const others = planFeatures.filter((feature) => !checked.includes(feature));
  const names = new Intl.ListFormat("en-GB").format(others.map((feature) => `\`${feature}\``));
  const page = read("functions/README.md").replaceAll(/\s+/g, " ");
  expect(page).toContain(`A plan also has switches without a check of ours yet: ${names}.`);
});

describe("the tables of the benchmark", () => {
  it.each(Object.keys(sections))("%s has a place in its README", (name) => {
    const page = replaceSection(read("test/bench/README.md"), name, "a new table");
    expect(page).toContain(`<!-- ${name} -->\n\na new table\n\n<!-- /${name} -->`);
  });

  it("replace what is between their markers, and nothing else", () => {
    const page = "before\n<!-- a -->\nold\n<!-- /a -->\nbetween\n<!-- b -->\nkept\n<!-- /b -->\n";
    expect(replaceSection(page, "a", "new")).toBe(
      "before\n<!-- a -->\n\nnew\n\n<!-- /a -->\nbetween\n<!-- b -->\nkept\n<!-- /b -->\n",
    );
    expect(() => replaceSection(page, "c", "new")).toThrow("There is no place for c");
  });
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
