import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generated } from "./generated.ts";

/** The guides in the order of reading: the names of their files, and of their pages. */
export const guideNames = [
  "quick-start",
  "keys",
  "onboarding",
  "day-by-day",
  "errors",
  "webhooks",
  "events",
  "feed-items",
  "client",
  "laptop",
  "changes",
] as const;

/** A guide as it is shown. */
export interface Guide {
  name: string;
  title: string;
  /** What it is about: its first paragraph, in Markdown. */
  summary: string;
  /** The whole of it, with what its marks stand for. */
  markdown: string;
}

const reference = join(import.meta.dirname, "..");

/** Reads the guides, and puts in place of each mark what it names. */
export function readGuides(): Guide[] {
  return guideNames.map((name) => {
    const source = readFileSync(join(reference, "guides", `${name}.md`), "utf8");
    const markdown = source.replaceAll(
      /^<!-- (example|generated): (.+) -->$/gm,
      (_, kind: string, what: string) => resolveMark(kind, what),
    );
    const [heading = "", summary = ""] = markdown.split("\n\n");
    return { name, title: heading.replace(/^# /, ""), summary: oneLine(summary), markdown };
  });
}

function resolveMark(kind: string, what: string): string {
  if (kind === "example") return readExample(what);
  const render = generated[what];
  if (!render) throw new Error(`Nothing makes ${what}`);
  return render();
}

/** A whole program of `guides/examples`, which a test runs. */
function readExample(file: string): string {
  const code = readFileSync(join(reference, "guides/examples", file), "utf8");
  return `\`\`\`${file.split(".").at(-1)}\n${code.trimEnd()}\n\`\`\``;
}

function oneLine(text: string): string {
  return text.replaceAll("\n", " ");
}
