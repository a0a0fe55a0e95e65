import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { serve } from "../../support/site.ts";
import { readJson, start } from "./server.ts";
import { eventually, makeDirectory, run } from "./support.ts";

type Server = Awaited<ReturnType<typeof start>>;

/** A site that answers after `answer` was called. */
async function serveOnCommand() {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
  const home = async (_: unknown, response: { end(body: string): void }) => {
    await gate;
    response.end("<title>Engines</title>");
  };
  return { site: await serve({ "/": home }), answer };
}

const demoOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));

/** Adds a website, or a competitor, to the demo's business; returns its uuid. */
async function add(server: Server, dataDir: string, list: string, hostname: string) {
  const path = `/v1/${list}?businessUuid=${demoOf(dataDir).business_uuid}`;
  const { body } = await readJson(await server.send("POST", path, { hostname }));
  return String(body.data.uuid);
}

/** What `npm run -s admin -- website explain` says of the last probe; undefined before. */
async function findUptimeOutcome(dataDir: string, uuid: string): Promise<string | undefined> {
  const args = ["website", "explain", "--json", uuid];
  const { code, stdout } = await run("infra/admin/cli.ts", args, { DATA_DIR: dataDir }).exited;
  return code === 0 ? JSON.parse(stdout).last_probes[0]?.outcome : undefined;
}

/** Does something with the messages that name a uuid, in the file of the queues. */
function withMessages(dataDir: string, uuid: string) {
  const database = new DatabaseSync(join(dataDir, "queues.sqlite"), { timeout: 5000 });
  onTestFinished(() => database.close());
  const about = `%${uuid}%`;
  return {
    count: () =>
      database.prepare("SELECT count(*) AS count FROM messages WHERE body LIKE ?").get(about)?.[
        "count"
      ],
    /** As if the time had passed in which nobody else receives them. */
    show: () => database.prepare("UPDATE messages SET visible_at = 0 WHERE body LIKE ?").run(about),
  };
}

describe("npm start", () => {
  test("checks websites and reads competitors, also those that were added without it", async () => {
    const dataDir = makeDirectory();
    const agents = new Set<string | undefined>();
    const site = await serve({
      "/": ({ headers }, response) => {
        agents.add(headers["user-agent"]);
        response.setHeader("content-type", "text/html");
        response.end('<title>Engines</title><a href="tel:+441865000002">Call</a>');
      },
    });
    const watched = await serve({ "/": "<title>Watched</title>" });
    const slow = await serveOnCommand();
    const first = await start(dataDir);
    const read = await add(first, dataDir, "competitors", `${site.url}/`);
    const website = await add(first, dataDir, "websites", watched.url);
    await eventually(async () => (await nameOf(first, read)) === "Engines");
    await eventually(() => watched.requests.length > 0);
    const check = withMessages(dataDir, website);
    await eventually(() => check.count() === 0);
    expect(await findUptimeOutcome(dataDir, website)).toBe("up");
    const { body } = await readJson(await first.get(`/v1/websites/${website}`));
    expect(body.data.is_hostname_up).toBe(true);
    // The API's own address, as no page is named where owners of websites find out who that is.
    expect([...agents]).toEqual([`ResellerMonitoring/1.0 (+${first.baseUrl})`]);

    const atWork = await add(first, dataDir, "websites", slow.site.url);
    await eventually(() => slow.site.requests.length > 0);
    first.child.kill("SIGTERM");
    slow.answer();
    expect(await first.exited).toMatchObject({ code: 0 });
    // Finished in the time that is left to it or, on a busy machine, kept for the next start.
    const left = withMessages(dataDir, atWork).count();

    const later = await createCompetitor(dataDir, `${site.url}/`);
    const messages = withMessages(dataDir, later);
    expect(messages.count()).toBe(1);
    const second = await start(dataDir);
    if (left === 0) expect(await findUptimeOutcome(dataDir, atWork)).toBe("up");
    else expect(left).toBe(1);
    await eventually(async () => (await nameOf(second, later)) === "Engines");
    await eventually(() => messages.count() === 0);
  });

  test("loses no hanging check when the server is killed or stopped", async () => {
    const dataDir = makeDirectory();
    const { site, answer } = await serveOnCommand();
    const first = await start(dataDir);
    const website = await add(first, dataDir, "websites", site.url);
    const messages = withMessages(dataDir, website);
    await eventually(() => site.requests.length > 0);
    first.child.kill("SIGKILL");
    await first.exited;
    expect(messages.count()).not.toBe(0);

    messages.show();
    site.requests.length = 0;
    const second = await start(dataDir);
    await eventually(() => site.requests.length > 0);
    second.child.kill("SIGTERM");
    expect(await second.exited).toMatchObject({ code: 0 });
    // The schedule may have named the check again by now: delivery is at least once.
    expect(messages.count()).not.toBe(0);

    messages.show();
    answer();
    await start(dataDir);
    await eventually(() => messages.count() === 0);
    expect(await findUptimeOutcome(dataDir, website)).toBe("up");
  });
});

async function nameOf(server: Server, competitor: string): Promise<string> {
  return (await readJson(await server.get(`/v1/competitors/${competitor}`))).body.data.name;
}

/** Creates a competitor, and has its site read, where no server runs: by `npm run invoke`. */
async function createCompetitor(dataDir: string, hostname: string) {
  const invoke = async (name: string, event: object) => {
    const { child, exited } = run("infra/local/invoke.ts", [name, "-"], { DATA_DIR: dataDir });
    child.stdin.end(JSON.stringify(event));
    return JSON.parse((await exited).stdout);
  };
  const { reseller_uuid, business_uuid } = demoOf(dataDir);
  const key = readFileSync(join(dataDir, "demo-key"), "utf8").trim();
  const { body } = await invoke("competitors", {
    routeKey: "POST /v1/competitors",
    headers: { "api-key": key },
    queryStringParameters: { businessUuid: business_uuid },
    body: { hostname },
  });
  const { uuid } = JSON.parse(body).data;
  const image = { __edb_e__: "competitor", reseller_uuid, business_uuid, uuid, hostname };
  const NewImage = Object.fromEntries(Object.entries(image).map(([name, S]) => [name, { S }]));
  const done = await invoke("changes", {
    Records: [{ dynamodb: { SequenceNumber: "1", NewImage } }],
  });
  expect(done).toEqual({ batchItemFailures: [] });
  return String(uuid);
}
