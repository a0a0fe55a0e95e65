import { describe, expect, test } from "vitest";
import { serve } from "../../support/site.ts";
import { onboard, readJson, start } from "./server.ts";
import { eventually, makeDirectory, run } from "./support.ts";

type Server = Awaited<ReturnType<typeof start>>;

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
    const first = await start(dataDir);
    const { business } = await onboard(first);
    const read = await add(first, business, "competitors", `${site.url}/`);
    const website = await add(first, business, "websites", watched.url);
    await eventually(async () => (await nameOf(first, read)) === "Engines");
    await eventually(() => watched.requests.length > 0);
    await eventually(async () => (await findUptimeOutcome(dataDir, website)) === "up");
    const { body } = await readJson(await first.get(`/v1/websites/${website}`));
    expect(body.data.is_hostname_up).toBe(true);
    // The API's own address, as no page is named where owners of websites find out who that is.
    expect([...agents]).toEqual([`ResellerMonitoring/1.0 (+${first.baseUrl})`]);
  });
});

async function nameOf(server: Server, competitor: string): Promise<string> {
  return (await readJson(await server.get(`/v1/competitors/${competitor}`))).body.data.name;
}
