import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asksForHelp, Problem, runMain } from "../terminal.ts";
import { bundleForEmulator, resourceTypes } from "./assembly.ts";
import { journey } from "./journey.ts";
import { installMiniStack, type MiniStack, startMiniStack } from "./ministack.ts";
import { run } from "./programs.ts";

const STAGE = "dev";
const SYNTHESIS_SECONDS = 300;
const BOOTSTRAP_SECONDS = 300;
const DEPLOYMENT_SECONDS = 1800;
const LOG = ".local/emulator.log";
const ROOT = join(import.meta.dirname, "../..");
const CDK = join(ROOT, "node_modules/.bin/cdk");

const HELP = `Deploys the dev stage to MiniStack, an emulator of AWS on this machine, and uses it as a reseller does.

  npm run deploy:emulator

It needs Python 3.10 or newer and openssl, installs MiniStack once into the user's cache, and leaves nothing running. What
MiniStack and the functions print is in .local/emulator.log.
`;

/** `npm run deploy:emulator`: proves that the stacks deploy and that the roles allow what the functions do. */
async function main() {
  if (asksForHelp("npm run deploy:emulator")) return void process.stdout.write(HELP);
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const assembly = join(folder, "assembly");
  mkdirSync(join(ROOT, ".local"), { recursive: true });

  say("Installing MiniStack, unless it is there");
  const python = await installMiniStack();
  say("Synthesizing and bundling the stacks");
  await synthesize(assembly);
  say("Starting MiniStack");
  const types = resourceTypes(assembly);
  const ministack = await startMiniStack(python, { folder, log: join(ROOT, LOG), types });
  for (const [, type] of readLog(ministack).matchAll(/^NOT MADE (.+)$/gm)) {
    say(`  MiniStack knows no ${type}: none is made`);
  }
  const { env } = ministack;
  say("Bootstrapping the account");
  await run([CDK, "bootstrap", ministack.account, "--app", assembly], {
    env,
    seconds: BOOTSTRAP_SECONDS,
  });
  say("Deploying the stacks");
  const api = await deploy(ministack, assembly);
  await journey({ api, stage: STAGE, env, say });
  assertNothingDenied(ministack);
  say("All of it works.");
  process.exit(0);
}

/** One synthesis for all steps. `npm run synth` validates the same templates, which takes most of its time. */
async function synthesize(assembly: string) {
  const context = { stage: STAGE, "aws:cdk:bundling-stacks": [] };
  const env = {
    ...process.env,
    CDK_OUTDIR: assembly,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    CDK_VALIDATION: "false",
  };
  const command = [process.execPath, join(ROOT, "infra/app.ts")];
  await run(command, { env, seconds: SYNTHESIS_SECONDS });
  await bundleForEmulator(assembly);
}

/** Returns the API's base URL. The host name of the output resolves on few machines: this is its other form. */
async function deploy({ url, env }: MiniStack, assembly: string): Promise<string> {
  const file = join(assembly, "outputs.json");
  const options = ["--require-approval", "never", "--method", "direct", "--outputs-file", file];
  await run([CDK, "deploy", "--all", "--app", assembly, ...options], {
    env,
    seconds: DEPLOYMENT_SECONDS,
    onLine: (line) => {
      if (line.includes("✅")) say(`  ${line.trim()}`);
    },
  });
  const outputs: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, "utf8"));
  const [apiUrl] = Object.values(outputs).flatMap(({ ApiUrl }) => ApiUrl ?? []);
  if (!apiUrl) throw new Problem("No stack has the output ApiUrl.");
  const [apiId] = new URL(apiUrl).hostname.split(".");
  return `${url}/_aws/execute-api/${apiId}/$default`;
}

/** Requests that IAM denied to a role of the stacks. */
function assertNothingDenied(ministack: MiniStack) {
  const denied = readLog(ministack).match(/^DENIED .*ResellerMonitoring-.*$/gm) ?? [];
  if (denied.length === 0) return;
  process.stderr.write(`${[...new Set(denied)].join("\n")}\n`);
  throw new Problem("IAM denied what a function needs.");
}

function readLog({ log }: MiniStack): string {
  return readFileSync(log, "utf8");
}

function say(line: string) {
  const seconds = String(Math.round(performance.now() / 1000)).padStart(4);
  process.stdout.write(`${seconds} s  ${line}\n`);
}

runMain(main);
