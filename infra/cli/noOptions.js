// Npm scripts that take no arguments load it first (`node --import`), so that none is ignored.
import manifest from "../../package.json" with { type: "json" };

const name = process.env.npm_lifecycle_event ?? "";
/** Among them are those that the script itself gives: `write` of `… run.ts write`. */
const words = manifest.scripts[name]?.split(" ") ?? [];
if (process.argv.slice(2).some((argument) => !words.includes(argument))) {
  process.stderr.write(`npm run ${name} takes no arguments.\n`);
  process.exit(2);
}
