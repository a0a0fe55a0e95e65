import { InvokeCommand } from "@aws-sdk/client-lambda";
import { Problem, readArguments, runMain, WRONG_INPUT_EXIT_CODE } from "../cli/terminal.ts";
import { readDataDir } from "./dataDir.ts";
import { prepareEvent, readEvent } from "./events.ts";
import { localLambdaClient } from "./lambdaEndpoint.ts";
import { requireServer } from "./serverLock.ts";
import { readStack } from "./stack.ts";

const HELP = `Has the running service run one function on one event, and prints its
response as JSON.

  npm run -s invoke -- NAME EVENT.json   - reads the event from standard input

NAME is a function of functions/ or one of its folders api/ and workers/;
test/events/ has an event for each. The event of an endpoint may be short:
routeKey, pathParameters, queryStringParameters, headers and body; so may that
of a queue: Records, each with a body. The rest is filled in. In it, {{api-key}}
stands for the key that npm start prints, and {{reseller_uuid}}, {{user_uuid}},
{{business_uuid}} and {{website_uuid}} for records of the sample data.

DATA_DIR (default .local) says which service. To debug a function, start the
service with node's own flag:

  npx node --inspect infra/local/start.ts
`;

/** `npm run invoke`. */
async function main() {
  const { name, file } = readCommandLine();
  if (name === undefined) return void process.stdout.write(HELP);
  const dataDir = readDataDir();
  const event = readEvent(file, dataDir);
  const stack = await readStack();
  const command = new InvokeCommand({
    FunctionName: name,
    Payload: JSON.stringify(prepareEvent(stack, name, event)),
  });
  const client = localLambdaClient(requireServer(dataDir).lambda);
  const { FunctionError, Payload } = await client.send(command);
  const answer = JSON.parse(Payload?.transformToString() ?? "null");
  if (FunctionError !== undefined)
    throw new Problem(`${name} failed: ${answer.errorType}: ${answer.errorMessage}`);
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
}

function readCommandLine(): { name?: string; file: string } {
  const options = { help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = readArguments({ options, allowPositionals: true }, "see --help");
  const [name, file, ...more] = positionals;
  if (values.help) return { file: "" };
  if (name && file && more.length === 0) return { name, file };
  const sentence = "Name a function and an event file; see --help.";
  throw new Problem(sentence, WRONG_INPUT_EXIT_CODE);
}

runMain(main);
