import { styleText } from "node:util";
import { createAnswer } from "./demoSite/answer.ts";
import { faults } from "./demoSite/faults.ts";
import { startServer } from "./http/server.ts";
import { runMain } from "./problem.ts";
import { readSettings } from "./settings.ts";

const DEFAULT_PORT = "4000";
const GRACE_MS = 1000;

/** `npm run demo-site`: a small website with known faults, until a signal ends it. */
runMain(async (onSignal) => {
  const { port } = readSettings({
    ...process.env,
    PORT: process.env["PORT"] || DEFAULT_PORT,
  });
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const answer = createAnswer((isUp) => {
    process.stdout.write(isUp ? "The site is up.\n" : "The site is down: 503 for every page.\n");
  });
  const server = await startServer(answer, { port });
  process.stdout.write(formatStart(`http://localhost:${server.port}`));
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
});

function formatStart(url: string): string {
  const label = (text: string) => styleText("bold", text.padEnd(22), { stream: process.stdout });
  return [
    "",
    `${label("Website")}${url}`,
    "",
    ...faults.map(({ path, fault }) => `${label(path)}${fault}`),
    "",
    `Take it down, and up again: curl -X POST ${url}/toggle`,
    "Ctrl-C ends it.",
    "",
  ].join("\n");
}
