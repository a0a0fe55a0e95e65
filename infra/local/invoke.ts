import { parseArgs } from "node:util";
import { readEvent } from "./eventFile.ts";
import { Problem, runMain } from "./problem.ts";
import { readDataDir } from "./settings.ts";

const HELP = `Runs one function on one event, against the table on this machine, and prints its response as JSON.

  npm run -s invoke -- NAME EVENT.json      EVENT.json may be - for standard input

NAME is a folder of functions/. test/events/ has an event for each. The event of an endpoint may be
short: routeKey, pathParameters, queryStringParameters, headers and body; so may that of a queue:
Records, each with a body; the rest is filled in.
In it, {{demo-key}} stands for the demo reseller's key, {{reseller_uuid}}, {{user_uuid}},
{{business_uuid}} and {{website_uuid}} for its records, and {{uptime_due_at}} and {{audit_due_at}}
for when the checks of its website are due: without it, a worker takes them for done.

Logs go to standard error. To debug, run it with node's own flag:

  npx node --inspect-brk infra/local/invoke.ts NAME EVENT.json

DATA_DIR (default .local) and AWS_ENDPOINT_URL_DYNAMODB say which table, as for npm start.
`;

/** `npm run invoke`. */
runMain(async () => {
  const { name, file } = readArguments();
  if (name === undefined) return void process.stdout.write(HELP);
  const dataDir = readDataDir();
  const event = readEvent(file, dataDir);
  // Standard output is for the response alone.
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);

  // Imported late: the CDK takes half a second that --help and a typing error need not wait for.
  const { openLocal } = await import("./local.ts");
  const { prepareEvent } = await import("./prepareEvent.ts");
  const local = await openLocal({ dataDir });
  try {
    if (!local.functionNames.includes(name)) {
      throw new Problem(`There is no function ${name}, only ${local.functionNames.join(", ")}.`, 2);
    }
    const response = await local.invoke(name, await prepareEvent(local, name, event, dataDir));
    print(`${JSON.stringify(response, null, 2)}\n`);
  } finally {
    await local.close();
  }
});

function readArguments(): { name?: string; file: string } {
  try {
    const { values, positionals } = parseArgs({
      options: { help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    const [name, file, ...more] = positionals;
    if (values.help) return { file: "" };
    if (name && file && more.length === 0) return { name, file };
  } catch {
    // An option it doesn't know: answered like any other wrong call.
  }
  throw new Problem("It takes the name of a function and an event file; --help says more.", 2);
}
