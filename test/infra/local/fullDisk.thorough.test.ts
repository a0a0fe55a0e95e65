import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJson } from "./server.ts";
import { eventually, makeDirectory, runProgram } from "./support.ts";

const canMount = spawnSync("unshare", ["-rm", "true"]).status === 0;
const START = `"${process.execPath}" infra/local/start.ts`;
const BANNER = /Open +(\S+)\/console#open=\S+\nAPI key +(\S+)\n/g;
const FULL =
  /^The disk is full: (\S+) can't be written\. Free some space, then try again: no data are lost\.$/m;

/** Runs a command of the shell with a small disk at a place, which only this command sees. */
function runWithDisk(
  command: string,
  { place, size }: { place: string; size: string },
  dataDir: string,
) {
  const script = 'mount -t tmpfs -o size="$SIZE" disk "$DISK" && eval "$COMMAND"';
  const own = { DISK: place, SIZE: size, COMMAND: command };
  const env = { ...own, DATA_DIR: dataDir, PORT: "0", LOG_FORMAT: "json" };
  const program = runProgram("unshare", ["-rm", "sh", "-c", script], env);
  return {
    ...program,
    /** The base URL and the key of the first or a later start. */
    ready: async (start = 1) => {
      const banner = () => [...program.output.stdout.matchAll(BANNER)][start - 1];
      const [, baseUrl = "", key = ""] = await eventually(banner);
      return { baseUrl, headers: { "api-key": key, "content-type": "application/json" } };
    },
    fill: () => fill(`/proc/${program.child.pid}/root${place}/ballast`),
  };
}

async function read(...request: Parameters<typeof fetch>) {
  return (await readJson(await fetch(...request))).body;
}

function fill(path: string) {
  for (let size = 1 << 20; size >= 1; ) {
    try {
      writeFileSync(path, Buffer.alloc(size), { flag: "a" });
    } catch {
      size = Math.floor(size / 2);
    }
  }
}

describe.runIf(canMount)("on a full disk", () => {
  test("the service ends with a sentence, and what it confirmed is there after the next start", async () => {
    const place = makeDirectory();
    const dataDir = join(place, "data");
    const command = `${START}; rm "$DISK/ballast"; exec ${START}`;
    const server = runWithDisk(command, { place, size: "32m" }, dataDir);
    const { baseUrl, headers } = await server.ready();
    const { data } = await read(`${baseUrl}/v1/users`, { headers });
    const businesses = `/v1/businesses?per_page=100&userUuid=${data[0].uuid}`;
    const body = JSON.stringify({ name: "Flowers", industry: "Retail", products: [] });
    const create = () => fetch(baseUrl + businesses, { method: "POST", headers, body });
    const created: string[] = [];
    server.fill();
    for (;;) {
      // Another part of the service may have noticed it first, and ended the connection.
      const response = await create().catch(() => undefined);
      if (response?.status !== 200) {
        expect([503, undefined]).toContain(response?.status);
        break;
      }
      created.push((await readJson(response)).body.data.uuid);
    }

    const again = await server.ready(2);
    expect(FULL.exec(server.output.stderr)?.[1]).toContain(dataDir);
    const found = await read(again.baseUrl + businesses, again);
    const uuids = found.data.map(({ uuid }: { uuid: string }) => uuid);
    expect(uuids).toEqual(expect.arrayContaining(created));
  });
});
