import { randomBytes } from "node:crypto";
import { escapeForTerminal } from "../../escapeForTerminal.ts";
import { baseUrl, readAddress, startServer } from "../../local/http/server.ts";
import { Problem, readArguments, runMain, WRONG_INPUT_EXIT_CODE } from "../../terminal.ts";
import { invokeStage } from "../invoke.ts";
import { createConsoleGateway } from "./consoleGateway.ts";

const HELP = `Opens the console of any reseller of a deployed stage, read-only, with the credentials of this shell.

  npm run console -- --stage prod
  npm run console -- --stage prod --reseller acme

  --stage      the stage whose operators' function is asked
  --reseller   only resellers whose name begins with this text

  PORT         3500, on this machine only
`;
const DEFAULT_PORT = 3500;
const GRACE_MS = 1000;
const TOKEN_BYTES = 24;
const MOST_LISTED = 50;

interface Listed {
  uuid: string;
  name: string;
}

/** `npm run console`: serves the console of a stage's resellers on loopback until a signal ends it. */
runMain(async (onSignal) => {
  const { stage, reseller = "", help } = readOptions();
  if (help) return void process.stdout.write(HELP);
  if (!stage) {
    const advice = "Give --stage NAME. For the data of this machine, npm start prints the console.";
    throw new Problem(advice, WRONG_INPUT_EXIT_CODE);
  }
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const invoke = (request: Parameters<typeof invokeStage>[1]) => invokeStage(stage, request);
  const answer = await invoke({ command: "reseller list", input: {} });
  if (!answer.ok) throw new Problem(answer.message);
  const begins = ({ name }: Listed) => name.toLowerCase().startsWith(reseller.toLowerCase());
  const found = (answer.result as Listed[]).filter(begins);
  if (found.length === 0) throw new Problem(`No reseller's name begins with "${reseller}".`);
  const { port } = readAddress({ defaultPort: DEFAULT_PORT });
  const server = await startServer(createConsoleGateway({ token, invoke }), { port });
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const link = ({ uuid }: Listed) =>
    `${baseUrl({ port: server.port })}/console#open=${token}.${uuid}`;
  const lines = found
    .slice(0, MOST_LISTED)
    .map((each) => `${escapeForTerminal(each.name)}\n  ${link(each)}`);
  const more = found.length - MOST_LISTED;
  if (more > 0) lines.push(`And ${more} more: narrow them down with --reseller.`);
  const search =
    "All resellers, in the bar of each, searches them and shows what is down or given up.";
  process.stdout.write(`${lines.join("\n")}\n\n${search}\nCtrl-C stops it.\n`);
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
});

function readOptions() {
  const options = {
    stage: { type: "string" },
    reseller: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  return readArguments({ options }, "npm run console -- --help lists the options").values;
}
