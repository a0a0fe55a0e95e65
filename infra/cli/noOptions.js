// Npm scripts that take no arguments load it first (`node --import`), so that none is ignored.
import manifest from "../../package.json" with { type: "json" };

const name = process.env.npm_lifecycle_event ?? "";
/** Those that the script itself gives: `write` of `… run.ts write`. */
const [, own = ""] = manifest.scripts[name]?.split(/\.ts\b/) ?? [];
const more = process.argv.slice(2).join(" ").replace(own.trim(), "");
if (more !== "") {
  process.stderr.write(`npm run ${name} takes no arguments.\n`);
  process.exit(2);
}
