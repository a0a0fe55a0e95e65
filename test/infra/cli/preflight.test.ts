import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { preflight } from "../../../infra/cli/preflight.ts";
import { stages } from "../../../infra/stages.ts";

/** As the stack of prod tags what it makes. */
const OWN = [
  { Key: "service", Value: "reseller-monitoring" },
  { Key: "stage", Value: "prod" },
];
const ACCOUNT = "GET /2016-08-19/account-settings";
const SES = "GET /v2/email/account";
const DOMAIN = "GET /v2/email/identities/mail.example.com";

/** What AWS answers: a body, or the name of an error. */
let answers: Record<string, object | string>;

beforeAll(async () => {
  const services = createServer(({ method, url }, response) => {
    const answer = answers[`${method} ${url}`] ?? "UnexpectedRequest";
    const isError = typeof answer === "string";
    const headers = { "content-type": "application/json" };
    response.writeHead(isError ? 404 : 200, {
      ...headers,
      ...(isError && { "x-amzn-errortype": answer }),
    });
    response.end(JSON.stringify(isError ? { message: "You may\nnot" } : answer));
  });
  await new Promise<void>((resolve) => services.listen(0, "127.0.0.1", resolve));
  const { port } = services.address() as AddressInfo;
  for (const service of ["LAMBDA", "SESV2"])
    vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, `http://127.0.0.1:${port}`);
  const { prod } = stages;
  if (!prod) throw new Error("There is no stage prod");
  prod.mailFrom = "monitoring@mail.example.com";
  return () => {
    delete prod.mailFrom;
    vi.unstubAllEnvs();
    services.close();
  };
});

const quota = (count: number) => ({
  AccountLimit: { ConcurrentExecutions: count, UnreservedConcurrentExecutions: count },
});

beforeEach(() => {
  answers = {
    [ACCOUNT]: quota(3000),
    [SES]: { ProductionAccessEnabled: true, SendingEnabled: true },
    [DOMAIN]: { VerifiedForSendingStatus: true, Tags: OWN },
  };
});

const missing = async () =>
  (await preflight("prod")).flatMap(({ what, state, todo }) =>
    todo ? `${what}: ${state}: ${todo}` : [],
  );

it("finds nothing missing where all is there, and proposes what to keep for the API", async () => {
  expect(await missing()).toEqual([]);
  const [{ state } = { state: "" }] = await preflight("prod");
  expect(state).toMatch(/ set concurrency: \{ account: 3000, endpoints: \d+, eachOpen: 20 \}$/);
});

it("says what a new account lacks, and what to request", async () => {
  answers = {
    [ACCOUNT]: quota(10),
    [SES]: { ProductionAccessEnabled: false, SendingEnabled: true },
    [DOMAIN]: "NotFoundException",
  };
  expect(await missing()).toEqual([
    expect.stringMatching(
      /^functions at once: 10 \(10 not reserved\), (\d+) are needed: ask Service Quotas for \1 /,
    ),
    expect.stringMatching(/^mail: SES sends to verified addresses at most: ask SES for production/),
  ]);
});

it.each([
  [{ VerifiedForSendingStatus: false, Tags: OWN }, /not verified: publish the DNS records/],
  [{ VerifiedForSendingStatus: true, Tags: [OWN[0]] }, /an SES identity that this stage did not/],
])("says what the domain of mails lacks: %j", async (identity, line) => {
  answers[DOMAIN] = identity;
  expect(await missing()).toEqual([expect.stringMatching(line)]);
});

it("says in one line that a service refuses to tell, or that there is no such stage", async () => {
  answers[ACCOUNT] = "AccessDeniedException";
  await expect(missing()).rejects.toThrow(
    "The account can't be checked: AccessDeniedException: You may not",
  );
  await expect(preflight("staging")).rejects.toThrow(
    'There is no stage "staging", only dev and prod.',
  );
});

it("says what the shell lacks", async () => {
  for (const name of ["AWS_REGION", "AWS_DEFAULT_REGION"]) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_CONFIG_FILE", "/nowhere");
  await expect(missing()).rejects.toThrow("The account can't be checked: no region is set. Set");
});
