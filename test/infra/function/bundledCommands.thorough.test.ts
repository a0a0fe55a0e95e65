import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bundle } from "../../../infra/function/bundle.ts";
import { entryOf } from "../../../infra/function/entries.ts";
import {
  EVERYTHING,
  folderOf,
  type Resource,
  resourcesOf,
  synthesize,
  workersOf,
} from "../../support/stack.ts";

const template = synthesize("prod", EVERYTHING);
const policies = resourcesOf(template, "AWS::IAM::Policy");

/** IAM's actions of commands, where they are not the command's own name. */
const ACTIONS: Readonly<Record<string, string[]>> = {
  "lambda:Invoke": ["lambda:InvokeFunction"],
  "s3:ListObjectsV2": ["s3:ListBucket"],
  "s3:CreateMultipartUpload": ["s3:PutObject"],
  "s3:UploadPart": ["s3:PutObject"],
  "s3:CompleteMultipartUpload": ["s3:PutObject"],
  "sqs:SendMessageBatch": ["sqs:SendMessage"],
  // SQS moves the messages in the caller's name.
  "sqs:StartMessageMoveTask": [
    "sqs:StartMessageMoveTask",
    "sqs:ReceiveMessage",
    "sqs:DeleteMessage",
    "sqs:GetQueueAttributes",
    "sqs:SendMessage",
  ],
};
const SERVICES: Readonly<Record<string, string>> = {
  "secrets-manager": "secretsmanager",
  sesv2: "ses",
};
/** What Lambda does in the name of a function whose messages it fetches. */
const FETCHING = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
/** To tell that an object is missing, to sign URLs, and for Lambda, which keeps lost records. */
const WITHOUT_COMMAND = /^s3:(ListBucket|GetObject|PutObject)$/;
/** The operators' function has all routes of the API, and refuses those that tell a secret before they read one. */
const REFUSED: Readonly<Record<string, string>> = { operators: "secretsmanager:GetSecretValue" };

/**
 * A command that a role does not allow fails only on AWS, so each role is compared with the commands in its
 * function's bundle. `tableAccess.test.ts` does so for the table, with its keys.
 */
it.each(
  resourcesOf(template, "AWS::Lambda::Function").map(([, each]) => [folderOf(each), each] as const),
)("the role of %s allows the commands in its bundle, and no others", async (folder, handler) => {
  const needed = new Set(await actionsInBundle(folder));
  if (workersOf(template).includes(folder)) for (const action of FETCHING) needed.add(action);
  const allowed = actionsAllowed(handler);
  expect(
    [...needed].filter((action) => !allowed.has(action) && action !== REFUSED[folder]),
  ).toEqual([]);
  const unused = [...allowed].filter((action) => !needed.has(action));
  expect(unused.filter((action) => !WITHOUT_COMMAND.test(action))).toEqual([]);
});

async function actionsInBundle(folder: string): Promise<string[]> {
  const outdir = mkdtempSync(join(tmpdir(), "bundle-"));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const { metafile } = await bundle(entryOf(folder), outdir);
  const { inputs = {} } =
    Object.entries(metafile?.outputs ?? {}).find(([path]) => path.endsWith(".cjs"))?.[1] ?? {};
  const own = Object.entries(inputs).filter(
    ([path, { bytesInOutput }]) => bytesInOutput > 0 && !path.includes("node_modules/"),
  );
  return own.flatMap(([path]) => actionsIn(readFileSync(path, "utf8")));
}

/** Of the commands that a module imports, at its start or on demand, from a client other than DynamoDB's. */
function actionsIn(source: string): string[] {
  const named = source.matchAll(
    /\{([^{}]*)\}\s*(?:from|=\s*await\s+import\()\s*"@aws-sdk\/client-(?!dynamodb)([\w-]+)"/g,
  );
  const whole = source.matchAll(/\b(\w+) = await import\("@aws-sdk\/client-(?!dynamodb)([\w-]+)"/g);
  const imports = [
    ...[...named].map(([, names = "", client = ""]) => ({ names, client })),
    ...[...whole].map(([, name = "", client = ""]) => {
      return { names: source.match(RegExp(`\\b${name}\\.\\w+`, "g"))?.join() ?? "", client };
    }),
  ];
  return imports.flatMap(({ names, client }) =>
    [...names.matchAll(/\b(\w+)Command\b/g)].flatMap(([, command]) => {
      const action = `${SERVICES[client] ?? client}:${command}`;
      return ACTIONS[action] ?? [action];
    }),
  );
}

/** What the role of a function allows, but for the table, the logs and the network. */
function actionsAllowed({ Properties }: Resource): Set<string> {
  const role = Properties.Role["Fn::GetAtt"][0];
  const actions: string[] = policies
    .filter(([, policy]) =>
      policy.Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role),
    )
    .flatMap(([, policy]) => policy.Properties.PolicyDocument.Statement)
    .flatMap(({ Action }) => Action);
  return new Set(actions.filter((action) => !/^(dynamodb|logs|ec2):/.test(action)));
}
