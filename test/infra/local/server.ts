import { expect } from "vitest";
import { eventually, run } from "./support.ts";

/** `npm start` on a directory, once it is ready. */
export async function start(dataDir: string) {
  const server = run("infra/local/start.ts", [], { DATA_DIR: dataDir, PORT: "0" });
  const [, baseUrl = "", key = ""] = await eventually(() =>
    /Open +(\S+)\/console#open=\S+\nAPI key +(\S+)\n/.exec(server.output.stdout),
  );
  const headers = { "api-key": key };
  return {
    ...server,
    baseUrl,
    key,
    get: (path: string) => fetch(baseUrl + path, { headers }),
    send: (method: string, path: string, body: unknown) =>
      fetch(baseUrl + path, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

/** Status and body of a response. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert whole bodies of every shape
export async function readJson(response: Response): Promise<{ status: number; body: any }> {
  return { status: response.status, body: await response.json() };
}

/** Stderr with nothing but progress. */
export const expectQuiet = expect.stringMatching(/^((.* \.\.\.|Waiting for .*)\n)*$/);
