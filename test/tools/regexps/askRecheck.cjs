const { delimiter, join, resolve } = require("node:path");
const { readFileSync } = require("node:fs");

// npx puts the package's commands on the path, not the package where `require` would find it.
const [commands] = process.env.PATH.split(delimiter).filter((path) => path.includes("_npx"));
const { check } = require(resolve(join(commands, "..", "recheck")));

async function run() {
  const verdicts = [];
  for (const { pattern, flags } of JSON.parse(readFileSync(0, "utf8"))) {
    const { status, complexity, error } = await check(pattern, flags, { timeout: 60_000 });
    verdicts.push(status === "safe" ? status : (complexity?.summary ?? error?.kind ?? status));
  }
  process.stdout.write(JSON.stringify(verdicts), () => process.exit());
}

run();
