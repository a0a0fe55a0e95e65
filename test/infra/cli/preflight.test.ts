import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { preflight } from "../../../infra/cli/preflight.ts";
import { stages } from "../../../infra/stages.ts";

type Answer = { status?: number; error?: string; body: unknown };

/** As the stack of prod tags what it makes. */
const Tags = [
  { Key: "service", Value: "reseller-monitoring" },
  { Key: "stage", Value: "prod" },
];

/** What each service answers, by its protocol: SSM's has one path, and names the action in a header. */
let answers: Record<string, Answer>;

/** The regions of the requests, from their signatures. */
const regions = new Set<string | undefined>();

const services = createServer((request, response) => {
  regions.add(/Credential=[^/]+\/\d+\/([^/]+)/.exec(String(request.headers.authorization))?.[1]);
  const action = request.headers["x-amz-target"] ?? `${request.method} ${request.url}`;
  const { status = 200, error, body } = answers[String(action)] ?? unexpected(String(action));
  response.writeHead(status, {
    "content-type": "application/json",
    ...(error && { "x-amzn-errortype": error }),
  });
  response.end(JSON.stringify(body));
});

function unexpected(action: string): Answer {
  return { status: 400, error: "UnexpectedRequest", body: { message: action } };
}

const { dev, prod } = stages;
if (!dev || !prod) throw new Error("The stages are gone");
const before = { dev: { ...dev }, prod: { ...prod } };

beforeAll(async () => {
  await new Promise<void>((resolve) => services.listen(0, "127.0.0.1", resolve));
  const { port } = services.address() as AddressInfo;
  for (const service of ["LAMBDA", "SESV2", "SSM"]) {
    process.env[`AWS_ENDPOINT_URL_${service}`] = `http://127.0.0.1:${port}`;
  }
  Object.assign(prod, {
    page: ["https://example.com/in"],
    notify: ["ops@example.com"],
    budgetUsd: 100,
    apiUrl: "https://abc.execute-api.eu-west-1.amazonaws.com",
    contactUrl: "https://example.com/bot",
  });
});

afterAll(() => {
  services.close();
  for (const service of ["LAMBDA", "SESV2", "SSM"])
    delete process.env[`AWS_ENDPOINT_URL_${service}`];
  for (const name of ["page", "notify", "budgetUsd", "apiUrl", "contactUrl", "mailFrom"] as const)
    delete prod[name];
  expect({ dev, prod }).toEqual(before);
});

beforeEach(() => {
  delete prod.mailFrom;
  answers = {
    "AmazonSSM.GetParameter": { body: { Parameter: { Value: "27" } } },
    "GET /2016-08-19/account-settings": concurrency(3000),
    "GET /v2/email/account": ses(true),
    "GET /v2/email/identities/mail.example.com": {
      body: { VerifiedForSendingStatus: true, DkimAttributes: { Status: "SUCCESS" }, Tags },
    },
  };
});

function concurrency(
  ConcurrentExecutions: number,
  UnreservedConcurrentExecutions = ConcurrentExecutions,
): Answer {
  return { body: { AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } } };
}

function ses(ProductionAccessEnabled: boolean, SendingEnabled = true): Answer {
  const SendQuota = { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 0 };
  return { body: { ProductionAccessEnabled, SendingEnabled, SendQuota } };
}

async function run(...args: string[]) {
  const lines: string[] = [];
  return { code: await preflight(args, (line) => lines.push(line)), lines };
}

it("asks for the bootstrap of the regions with probes as well", async () => {
  prod.probeRegions = ["us-east-1"];
  try {
    const { code, lines } = await run("--stage", "prod");
    expect(code).toBe(0);
    expect(lines).toContain("ok       bootstrap of us-east-1: version 27, 6 is needed");
    answers["AmazonSSM.GetParameter"] = { status: 400, error: "ParameterNotFound", body: {} };
    expect((await run("--stage", "prod")).lines.join("\n")).toContain(
      "run npx cdk bootstrap aws://ACCOUNT/us-east-1",
    );
  } finally {
    delete prod.probeRegions;
  }
});

it("finds nothing missing where all is there", async () => {
  prod.mailFrom = "monitoring@mail.example.com";
  expect(await run("--stage", "prod")).toEqual({
    code: 0,
    lines: [
      "ok       settings of prod: complete",
      "ok       bootstrap: version 27, 6 is needed",
      "ok       bootstrap of us-east-1: version 27, 6 is needed",
      expect.stringMatching(
        /^ok {7}functions at once: 3000 \(3000 not reserved\), \d+ are needed; to keep functions free for the API, set concurrency: \{ account: 3000, endpoints: \d+, eachOpen: 20 \}$/,
      ),
      "ok       mail: 200 a day, 1 a second, to everybody",
      "ok       mail from mail.example.com: verified: yes, DKIM: SUCCESS",
    ],
  });
});

it("prints what a new account lacks, and what to request", async () => {
  prod.mailFrom = "monitoring@mail.example.com";
  answers["AmazonSSM.GetParameter"] = { status: 400, error: "ParameterNotFound", body: {} };
  answers["GET /2016-08-19/account-settings"] = concurrency(10);
  answers["GET /v2/email/account"] = ses(false);
  answers["GET /v2/email/identities/mail.example.com"] = {
    status: 404,
    error: "NotFoundException",
    body: {},
  };
  const { code, lines } = await run("--stage", "prod");
  expect(code).toBe(1);
  expect(lines).toEqual([
    "ok       settings of prod: complete",
    "MISSING  bootstrap: none in this account and region: run npx cdk bootstrap",
    "MISSING  bootstrap of us-east-1: none in this account and region: run npx cdk bootstrap aws://ACCOUNT/us-east-1",
    expect.stringMatching(
      /^MISSING {2}functions at once: 10 \(10 not reserved\), (\d+) are needed: ask for more, aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value \1; until you have them, leave concurrency out of infra\/stages\.ts and lower maxConcurrency$/,
    ),
    "MISSING  mail: 200 a day, 1 a second, to verified addresses only: ask for production access, aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url URL",
    "ok       mail from mail.example.com: the deployment makes it; then publish the DNS records of its outputs",
  ]);
});

it("says that the region was bootstrapped long ago, SES has stopped, and a domain is not proven", async () => {
  prod.mailFrom = "monitoring@mail.example.com";
  answers["AmazonSSM.GetParameter"] = { body: { Parameter: { Value: "5" } } };
  answers["GET /v2/email/account"] = ses(true, false);
  answers["GET /v2/email/identities/mail.example.com"] = {
    body: { VerifiedForSendingStatus: false, DkimAttributes: { Status: "PENDING" }, Tags },
  };
  const { code, lines } = await run("--stage", "prod");
  expect(code).toBe(1);
  expect(lines.filter((line) => line.startsWith("MISSING"))).toEqual([
    "MISSING  bootstrap: version 5, 6 is needed: run npx cdk bootstrap",
    "MISSING  bootstrap of us-east-1: version 5, 6 is needed: run npx cdk bootstrap aws://ACCOUNT/us-east-1",
    "MISSING  mail: SES has stopped sending for this account: see EnforcementStatus of aws sesv2 get-account, and write to AWS's support",
    "MISSING  mail from mail.example.com: verified: no, DKIM: PENDING: publish the DNS records of the outputs …DkimRecord1 to 3",
  ]);
});

it.each([
  ["somebody else", []],
  ["another stage", [Tags[0], { Key: "stage", Value: "dev" }]],
])(
  "says that a domain is an identity of %s already, which no deployment takes over",
  async (_, others) => {
    prod.mailFrom = "monitoring@mail.example.com";
    answers["GET /v2/email/identities/mail.example.com"] = {
      body: { VerifiedForSendingStatus: true, DkimAttributes: { Status: "SUCCESS" }, Tags: others },
    };
    const { code, lines } = await run("--stage", "prod");
    expect({ code, last: lines.at(-1) }).toEqual({
      code: 1,
      last: "MISSING  mail from mail.example.com: an SES identity that this stage did not create: use a domain of its own, such as mail.mail.example.com",
    });
  },
);

it("goes on where a service refuses to tell, and says so in a line", async () => {
  answers["GET /2016-08-19/account-settings"] = {
    status: 403,
    error: "AccessDeniedException",
    body: { message: "You may\nnot\u001b[2J" },
  };
  const { code, lines } = await run("--stage", "prod");
  expect({ code, line: lines[3] }).toEqual({
    code: 1,
    line: "MISSING  functions at once: could not be checked (AccessDeniedException: You may not?[2J): fix that, then run preflight again",
  });
  expect(lines).toHaveLength(5);
});

it("says what the settings lack", async () => {
  delete prod.contactUrl;
  const { code, lines } = await run("--stage", "prod");
  prod.contactUrl = "https://example.com/bot";
  expect(code).toBe(1);
  expect(lines[0]).toContain(
    "MISSING  settings of prod: not complete: The stage prod needs contactUrl",
  );
});

it.each([
  [["--stage", "staging"], 'There is no stage "staging", only dev and prod'],
  [["--stge", "prod"], "Unknown option '--stge'; preflight takes --stage"],
])("does not take %j", async (args, line) => {
  const { code, lines } = await run(...args);
  expect(code).toBe(2);
  expect(lines).toEqual([expect.stringContaining(line)]);
});
