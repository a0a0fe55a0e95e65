import { expect } from "vitest";
import { makeDataDir } from "../../../infra/local/dataDir.ts";
import { wantNoSample } from "../../../infra/local/sample/sample.ts";
import { onboardingBody } from "../../support/bodies.ts";
import { eventually, run } from "./support.ts";

/** `npm start` on a directory, once it is ready; without sample data, which takes longer, unless they are wanted. */
export async function start(dataDir: string, { sample = false } = {}) {
  makeDataDir(dataDir);
  if (!sample) wantNoSample(dataDir);
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

/** Onboards a customer, and returns the uuids of the user, the business and the website. */
export async function onboard({ get, send }: Awaited<ReturnType<typeof start>>) {
  const { body } = await readJson(await send("POST", "/v1/onboarding", onboardingBody()));
  const user = body.data.user.uuid;
  const first = async (path: string) => (await readJson(await get(path))).body.data[0].uuid;
  const business = await first(`/v1/businesses?userUuid=${user}`);
  return { user, business, website: await first(`/v1/websites?businessUuid=${business}`) };
}

/** Status and body of a response. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert whole bodies of every shape
export async function readJson(response: Response): Promise<{ status: number; body: any }> {
  return { status: response.status, body: await response.json() };
}

/** Stderr with nothing but progress. */
export const expectQuiet = expect.stringMatching(/^(.* \.\.\.\n)*$/);
