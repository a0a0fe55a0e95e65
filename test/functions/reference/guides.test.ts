import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { ORIGIN } from "../../../functions/reference/content.ts";
import { type Guide, readGuides } from "../../../functions/reference/pages/guides.ts";
import { prebuilt } from "../../../functions/reference/prebuilt.ts";
import { makeDirectory } from "../../infra/local/support.ts";
import { makeReseller } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { startService } from "../../support/service.ts";

/** Between the outputs of a guide's commands. */
const MARK = "\u0000";
/** Standard output and errors, and a pipe by which the shell is told to go on. */
const PIPES: StdioOptions = ["ignore", "pipe", "pipe", "pipe"];

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

describe.each(guides)("the guide $name", (guide) => {
  const commands = readCommands(guide);

  if (commands.length > 0)
    it.skipIf(missing.length > 0)("has commands that answer what it shows", async () => {
      const { key, uuid } = await makeReseller();
      const { settle } = await followReseller(uuid);
      const outputs = await run(commands, key, settle);
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

/**
 * What each command prints, run by one shell, with the address and key that the guide leaves open. A reader takes seconds
 * between two commands: `settle` does what the service does meanwhile.
 */
async function run(
  commands: Command[],
  key: string,
  settle: () => Promise<void>,
): Promise<string[]> {
  const lines = commands.map(({ script }) => `${script}\nprintf '\\0'\nread -r -u 3\n`).join("");
  const prelude = `set -euo pipefail\nexport API=${baseUrl} KEY=${key}\n`;
  const script = prelude + fillIn(lines, key);
  const shell = spawn("bash", ["-c", script], { cwd: makeDirectory(), stdio: PIPES });
  const errors = text(shell.stderr as Readable);
  const next = shell.stdio[3] as Writable;
  let output = "";
  for await (const chunk of shell.stdout as Readable) {
    output += chunk;
    for (const _ of String(chunk).split(MARK).slice(1)) {
      await settle();
      next.write("\n");
    }
  }
  expect(await errors).toBe("");
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
