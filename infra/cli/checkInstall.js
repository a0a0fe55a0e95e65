// Plain JavaScript, as it has to run on a Node that does not know TypeScript: npm scripts load it
// first (`node --import`), to say in one line what is missing instead of a stack.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const NEEDED_NODE = 24;
const MODULES = new URL("../../node_modules/", import.meta.url);
/** One of each kind: what the functions need, and what only the project's own commands need. */
const NEEDED_PACKAGES = ["electrodb", "aws-cdk-lib"];

const problem = findProblem();
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
keepWhatIsCompiled();

/** What one command has compiled the next one loads, and so do the threads and programs that they start. */
function keepWhatIsCompiled() {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL(".cache/node", MODULES));
  module.enableCompileCache();
}

function findProblem() {
  const missing = NEEDED_PACKAGES.find((name) => !existsSync(new URL(name, MODULES)));
  if (missing) {
    return `The package ${missing} is not installed: run "npm ci --include=dev".`;
  }
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return undefined;
  return (
    `This runs on Node ${process.versions.node}, and needs ${NEEDED_NODE}. On Linux and Windows "npm ci", ` +
    "without --omit=optional, installs it into the project, where npm (npm start) finds it; elsewhere " +
    "install it yourself."
  );
}
