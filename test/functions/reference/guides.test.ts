import { spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { ORIGIN } from "../../../functions/reference/content.ts";
import { type Guide, readGuides } from "../../../functions/reference/pages/guides.ts";
import { prebuilt } from "../../../functions/reference/prebuilt.ts";
import { makeDirectory } from "../../infra/local/support.ts";
import { makeReseller } from "../../support/factories.ts";
import { thoroughly } from "../../support/runs.ts";
import { startService } from "../../support/service.ts";

/** Between the outputs of a guide's commands. */
const MARK = "\u0000";

const PROGRAMS = ["bash", "curl", "jq"];

const guides = readGuides(prebuilt.document);
const missing = PROGRAMS.filter((program) => spawnSync(program, ["--version"]).status !== 0);
let baseUrl: string;

beforeAll(async () => {
  baseUrl = await startService();
});

interface Command {
  script: string;
  /** What the guide shows as its last answer. */
  answer: unknown;
}

/** A shell with several programs for each command takes seconds. */
const runGuides = thoroughly(
  guides,
  guides.filter(({ name }) => name === "quick-start"),
);

describe.each(guides)("the guide $name", (guide) => {
  const commands = readCommands(guide);

  if (commands.length > 0 && runGuides.includes(guide))
    it.skipIf(missing.length > 0)("has commands that answer what it shows", async () => {
      const { key } = await makeReseller();
      const outputs = await run(commands, key);
      for (const [index, { script, answer }] of commands.entries()) {
        if (answer === undefined) continue;
        const [last = ""] = lastJson(outputs[index] ?? "");
        expect({ script, answer: normalise(JSON.parse(last)) }).toEqual({
          script,
          answer: normalise(answer),
        });
      }
    });

  it("begins with a heading and says what it is about", () => {
    expect(guide.title).toMatch(/^[A-Z]/);
    expect(guide.summary.length).toBeGreaterThan(20);
    expect(guide.markdown).not.toMatch(/\(examples\/|\*Here the service|<!--/);
  });
});

/** The commands of a guide in their order, each with the JSON that comes after it. */
function readCommands({ markdown }: Guide): Command[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, language, script = ""], index) => {
    if (language !== "sh") return [];
    const [, next, json = ""] = blocks[index + 1] ?? [];
    return [{ script, answer: next === "json" ? JSON.parse(json) : undefined }];
  });
}

/** What each command prints, run by one shell, with the address and key that the guide leaves open. */
async function run(commands: Command[], key: string): Promise<string[]> {
  const lines = commands.map(({ script }) => `${script}\nprintf '\\0'\n`).join("");
  const prelude = `set -euo pipefail\nexport API=${baseUrl} KEY=${key}\n`;
  const shell = spawn("bash", ["-c", prelude + fillIn(lines, key)], { cwd: makeDirectory() });
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  expect(errors).toBe("");
  return output.split(MARK);
}

function fillIn(text: string, key: string): string {
  return text.replaceAll(ORIGIN, baseUrl).replaceAll("rwm_…", key);
}

/** The last JSON value of an output. */
function lastJson(output: string): string[] {
  return output
    .trim()
    .split(/\n(?=[{["\d])/)
    .slice(-1);
}

/** Without what differs from call to call: identifiers, times, secrets, the address. */
function normalise(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(baseUrl, ORIGIN)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/g, "<time>")
    .replaceAll(/whsec_[\w+/=]+/g, "<secret>")
    .replaceAll(/evt_\w+/g, "<event>");
  return JSON.parse(text);
}
