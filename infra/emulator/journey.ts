import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { Problem } from "../terminal.ts";
import { run, waitFor } from "./programs.ts";

const COMMAND_SECONDS = 120;
const REQUEST_MS = 60_000;
/** Of what follows a request: stream, queue and worker. */
const FOLLOW_UP_SECONDS = 180;
/** Two probes at least 60 seconds apart, each found due by a schedule that runs once a minute. */
const DOWNTIME_SECONDS = 600;
const ADMIN = join(import.meta.dirname, "../admin/cli.ts");

interface Deployment {
  /** The API's base URL. */
  api: string;
  stage: string;
  /** For programs that call AWS. */
  env: Record<string, string>;
  say: (line: string) => void;
}

/** Uses a deployed stage as an operator and a reseller do; throws a Problem at what does not work. */
export async function journey({ api, stage, env, say }: Deployment) {
  const admin = async (...command: string[]) => {
    const args = [process.execPath, ADMIN, "--stage", stage, "--json", ...command];
    return JSON.parse(await run(args, { env, seconds: COMMAND_SECONDS }));
  };

  say("Operators make a reseller and a key");
  await admin("reseller", "create", "--name", "Emulated");
  const { key } = await admin("key", "create", "--reseller", "Emulated", "--name", "journey");
  const call = caller(api, key);

  say("Requests are refused as they should be");
  await caller(api, "wrong").expect(401, "GET /v1/users");
  await call.expect(404, "GET /v1/nothing");

  say("A customer is onboarded and listed");
  const healthy = await serve(answerWebsite);
  const { data } = await call.expect(200, "POST /v1/onboarding", onboarding(healthy));
  const { email } = data.user;
  const { data: users } = await call.expect(200, "GET /v1/users");
  assert(users.length === 1 && users[0].email === email, "The user is not listed");
  const { data: businesses } = await call.expect(
    200,
    `GET /v1/businesses?userUuid=${users[0].uuid}`,
  );
  const businessUuid = businesses[0].uuid;
  const { data: websites } = await call.expect(
    200,
    `GET /v1/websites?businessUuid=${businessUuid}`,
  );
  const website = `/v1/websites/${websites[0].uuid}`;

  say("A webhook is delivered, and its signature verified");
  const deliveries: { headers: IncomingHttpHeaders; body: string }[] = [];
  const endpoint = await serve(async (request, response) => {
    deliveries.push({ headers: request.headers, body: await text(request) });
    response.end();
  });
  const { data: webhook } = await call.expect(200, "POST /v1/webhooks", { endpoint });
  const { data: signing } = await call.expect(200, `GET /v1/webhooks/${webhook.uuid}/secret`);
  const delivered = (type: string, seconds: number) =>
    waitFor(`A verified delivery of ${type}`, seconds, async () => {
      const events = deliveries.map(({ headers, body }) =>
        new Webhook(signing.secret).verify(body, headers as Record<string, string>),
      ) as { type: string }[];
      return events.find((event) => event.type === type);
    });
  await call.expect(200, `POST /v1/webhooks/${webhook.uuid}/test`);
  await delivered("webhook.test", FOLLOW_UP_SECONDS);

  say("An audit finds what is wrong with the website");
  await waitFor("An audit", FOLLOW_UP_SECONDS, () => call.expect(200, `POST ${website}/audit`));
  await waitFor("A finding", FOLLOW_UP_SECONDS, async () => {
    const findings = await call.expect(200, `GET /v1/findings?websiteUuid=${websites[0].uuid}`);
    return findings.data.find((finding: object) => JSON.stringify(finding).includes("/missing"));
  });

  say("A website that fails twice is down (this takes some minutes)");
  const failing = await serve((_, response) => void response.writeHead(503).end());
  const { data: added } = await call.expect(200, `POST /v1/websites?businessUuid=${businessUuid}`, {
    hostname: failing,
  });
  await delivered("website.down", DOWNTIME_SECONDS);
  const { data: uptime } = await call.expect(200, `GET /v1/websites/${added.uuid}/uptime`);
  assert(uptime.downtimes.length === 1, "The downtime is not listed");

  say("Operators find the customer, and no dead letters");
  assert(JSON.stringify(await admin("find", email)).includes(users[0].uuid), "No user is found");
  const queues: { queue: string; messages: number }[] = await admin("dead-letter", "list");
  const failed = queues.filter(({ messages }) => messages > 0).map(({ queue }) => queue);
  assert(failed.length === 0, `There are dead letters of ${failed.join(", ")}`);
}

/** Requests of the API with a key. `expect` returns the body of an answer that has the status. */
function caller(api: string, key: string) {
  return {
    // biome-ignore lint/suspicious/noExplicitAny: what is read of a body is asserted by reading it
    async expect(status: number, route: string, body?: object): Promise<any> {
      const [method = "", path = ""] = route.split(" ");
      const response = await fetch(`${api}${path}`, {
        method,
        headers: { "api-key": key, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const content = await response.text();
      if (response.status === status) return JSON.parse(content);
      throw new Problem(`${route} answers ${response.status} ${content}, not ${status}.`);
    },
  };
}

/** Serves on a free port of this machine, until this process ends; returns the URL. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://localhost:${typeof address === "object" ? address?.port : ""}`;
}

/** A page with a broken link. */
const answerWebsite: RequestListener = ({ url }, response) => {
  if (url !== "/") return void response.writeHead(404).end("Not found");
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    '<!doctype html><html lang="en"><title>Bakery</title><h1>Bakery</h1><a href="/missing">Prices</a></html>',
  );
};

function onboarding(hostname: string) {
  return {
    email: "ada@example.com",
    first_name: "Ada",
    last_name: "Lovelace",
    language_preference: "en-GB",
    business: {
      business_name: "Bakery",
      hostname,
      address_line_1: "1 Mill Street",
      city: "London",
      postcode: "N1 1AA",
      phone_number: "+442071838750",
      country_code: "GB",
    },
  };
}

function assert(isTrue: boolean, message: string) {
  if (!isTrue) throw new Problem(`${message}.`);
}
