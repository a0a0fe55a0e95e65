// Plain JavaScript, as it has to run on a Node that does not know TypeScript: npm scripts load it
// first (`node --import`), to say in one line what is missing instead of a stack.
import module, { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const NEEDED_NODE = 24;
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
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL("../../node_modules/.cache/node", import.meta.url),
  );
  module.enableCompileCache();
}

function findProblem() {
  const { resolve } = createRequire(import.meta.url);
  const missing = NEEDED_PACKAGES.find((name) => !isThere(() => resolve(`${name}/package.json`)));
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

function isThere(find) {
  try {
    return Boolean(find());
  } catch (error) {
    // A package that does not let its package.json be read is there all the same.
    return error.code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
  }
}
