import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { findRegexps } from "./find.ts";

/**
 * The tool that `npm run regexps` writes `safe.json` with. It is not in package.json, because it brings 57 MB for
 * a list that seldom changes.
 */
const PACKAGE = "recheck@4.5.0";
const FILE = "test/tools/regexps/safe.json";

/** Expressions that recheck can't call safe, each with the bound on the texts that it reads. */
const ACCEPTED: Record<string, string> = {};

const all = findRegexps();
if (process.argv.includes("write")) write();
else check();

/** Fails if a regular expression is neither in `safe.json` nor accepted. */
function check() {
  const safe = new Set<string>(JSON.parse(readFileSync(FILE, "utf8")));
  const unknown = all.filter(({ text }) => !safe.has(text) && !(text in ACCEPTED));
  for (const { place, text } of unknown) console.error(`${place}: ${text} was never checked`);
  if (unknown.length === 0) return;
  console.error("`npm run regexps` checks them.");
  process.exitCode = 1;
}

/** Writes the safe ones of the expressions that the code has now. */
function write() {
  const regexps = [...new Map(all.map((each) => [each.text, each])).values()];
  const verdicts = askRecheck(regexps.map(({ pattern, flags }) => ({ pattern, flags })));
  const safe = regexps.filter((_, index) => verdicts[index] === "safe");
  const open = regexps.filter((each) => !safe.includes(each) && !(each.text in ACCEPTED));
  writeFileSync(FILE, `${JSON.stringify(safe.map(({ text }) => text).toSorted(), null, 2)}\n`);
  for (const each of open) {
    console.error(`${each.place}: ${each.text} is ${verdicts[regexps.indexOf(each)]}`);
    process.exitCode = 1;
  }
}

/** What recheck says of each, in order: `safe`, or how bad it is. */
function askRecheck(regexps: { pattern: string; flags: string }[]): string[] {
  const script = "test/tools/regexps/askRecheck.cjs";
  const { status, stdout } = spawnSync(
    "npx",
    ["--yes", "--loglevel=error", `--package=${PACKAGE}`, "node", script],
    { input: JSON.stringify(regexps), stdio: ["pipe", "pipe", "inherit"], encoding: "utf8" },
  );
  if (status !== 0) throw new Error("recheck failed");
  return JSON.parse(stdout);
}
