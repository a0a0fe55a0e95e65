import { type Settings, settingsFor } from "../settings.ts";
import { assertDeployable } from "../settingsSchema.ts";
import { checks, type Finding } from "./checks.ts";
import { escapeForTerminal } from "./escapeForTerminal.ts";
import { Problem, readArguments, runMain, WRONG_INPUT_EXIT_CODE } from "./terminal.ts";

const NOTHING_MISSING = 0;
const SOMETHING_MISSING = 1;

/**
 * `npm run preflight -- --stage prod`: prints what the AWS account of this shell lacks for a stage, and
 * what to do about it. Returns the exit code.
 */
export async function preflight(
  args: string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  let settings: Settings;
  try {
    settings = readSettings(args);
  } catch (error) {
    print(describe(error));
    return WRONG_INPUT_EXIT_CODE;
  }
  const findings = [findInSettings(settings)];
  for (const [what, check] of Object.entries(checks)) {
    findings.push(
      ...(await check(settings).catch((error: unknown) => [
        {
          what,
          found: `could not be checked (${describe(error)})`,
          todo: "fix that, then run preflight again",
        },
      ])),
    );
  }
  for (const { what, found, todo } of findings) {
    print(`${todo ? "MISSING" : "ok     "}  ${what}: ${found}${todo ? `: ${todo}` : ""}`);
  }
  return findings.some(({ todo }) => todo) ? SOMETHING_MISSING : NOTHING_MISSING;
}

function readSettings(args: string[]): Settings {
  const { values } = readArguments(
    { args, options: { stage: { type: "string" } } },
    "preflight takes --stage",
  );
  return settingsFor(values.stage);
}

function findInSettings(settings: Settings): Finding {
  const what = `settings of ${settings.stage}`;
  try {
    assertDeployable(settings);
    return { what, found: "complete" };
  } catch (error) {
    return { what, found: "not complete", todo: describe(error) };
  }
}

/** An error in one line. */
function describe(error: unknown): string {
  const { name, message } =
    error instanceof Error ? error : { name: "Error", message: String(error) };
  const line = name === "Error" || error instanceof Problem ? message : `${name}: ${message}`;
  return escapeForTerminal(line.replace(/\s+/g, " ").trim());
}

if (import.meta.main) {
  runMain(async () => {
    process.exitCode = await preflight(process.argv.slice(2));
  });
}
