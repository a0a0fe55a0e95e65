import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { serve } from "../../support/site.ts";
import { onboard, readJson, start } from "./server.ts";
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

/** Adds a website, or a competitor, to a business; returns its uuid. */
async function add(server: Server, business: string, list: string, hostname: string) {
  const path = `/v1/${list}?businessUuid=${business}`;
  const { body } = await readJson(await server.send("POST", path, { hostname }));
  return String(body.data.uuid);
}

/** What `npm run -s admin -- website explain` says of the last probe; undefined before. */
async function findUptimeOutcome(dataDir: string, uuid: string): Promise<string | undefined> {
  const args = ["website", "explain", "--json", uuid];
  const { code, stdout } = await run("infra/cli/admin/cli.ts", args, { DATA_DIR: dataDir }).exited;
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
  test("checks websites and reads competitors", async () => {
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
    const { business } = await onboard(first);
    const read = await add(first, business, "competitors", `${site.url}/`);
    const website = await add(first, business, "websites", watched.url);
    await eventually(async () => (await nameOf(first, read)) === "Engines");
    await eventually(() => watched.requests.length > 0);
    const check = withMessages(dataDir, website);
    await eventually(() => check.count() === 0);
    expect(await findUptimeOutcome(dataDir, website)).toBe("up");
    const { body } = await readJson(await first.get(`/v1/websites/${website}`));
    expect(body.data.is_hostname_up).toBe(true);
    // The API's own address, as no page is named where owners of websites find out who that is.
    expect([...agents]).toEqual([`ResellerMonitoring/1.0 (+${first.baseUrl})`]);

    const atWork = await add(first, business, "websites", slow.site.url);
    await eventually(() => slow.site.requests.length > 0);
    first.child.kill("SIGTERM");
    slow.answer();
    expect(await first.exited).toMatchObject({ code: 0 });
    // Finished in the time that is left to it or, on a busy machine, kept for the next start.
    const left = withMessages(dataDir, atWork).count();

    const second = await start(dataDir);
    if (left === 0) expect(await findUptimeOutcome(dataDir, atWork)).toBe("up");
    else expect(left).toBe(1);
    expect((await second.get(`/v1/websites/${atWork}`)).status).toBe(200);
  });

  test("loses no hanging check when the server is killed or stopped", async () => {
    const dataDir = makeDirectory();
    const { site, answer } = await serveOnCommand();
    const first = await start(dataDir);
    const { business } = await onboard(first);
    const website = await add(first, business, "websites", site.url);
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
