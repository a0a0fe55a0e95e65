import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faultCodes, findFaultKind } from "../../../shared/audit/faultKinds.ts";
import { feedItemTypes } from "../../../shared/audit/feedItemTypes.ts";
import { faultTexts } from "../../../shared/catalogue/faultTexts.ts";
import { DELAYS_SECONDS } from "../../../shared/webhooks/attempt.ts";
import { eventCatalogue, eventTypes } from "../../../shared/webhooks/catalogue.ts";
import type { OpenApiDocument } from "../document/buildDocument.ts";
import { exampleOf } from "../document/jsonSchema.ts";
import { pascal } from "../document/nameSchemas.ts";
import { eventExample } from "../document/webhooks.ts";

/** The names of the guides, in reading order: of their files, and of their pages. */
const guideNames = [
  "quick-start",
  "keys",
  "console",
  "onboarding",
  "day-by-day",
  "show-your-customers",
  "monitoring",
  "alerts",
  "errors",
  "webhooks",
  "events",
  "feed-items",
  "findings",
  "reports",
  "personal-data",
  "client",
  "laptop",
  "changes",
] as const;

/** A guide as it is shown. */
export interface Guide {
  name: string;
  title: string;
  /** Its first paragraph, in Markdown. */
  summary: string;
  /** The whole guide, with each mark replaced by what it names. */
  markdown: string;
}

const reference = join(import.meta.dirname, "..");

/**
 * Reads the guides. A line that is only a link to a program becomes the program, and a line such as
 * "*Here the service shows its errors.*" what it says.
 */
export function readGuides(document: OpenApiDocument): Guide[] {
  return guideNames.map((name) => {
    const source = readFileSync(join(reference, "guides", `${name}.md`), "utf8");
    const markdown = source
      .replaceAll(/^\[([\w.]+)\]\(examples\/\1\)$/gm, (_, file: string) => readExample(file))
      .replaceAll(/^\*Here the service shows its (.+)\.\*$/gm, (_, what: string) =>
        generate(what, document),
      );
    const [heading = "", summary = ""] = markdown.split("\n\n");
    return { name, title: heading.replace(/^# /, ""), summary: oneLine(summary), markdown };
  });
}

/** A whole program of `guides/examples`, which a test runs. */
function readExample(file: string): string {
  const code = readFileSync(join(reference, "guides/examples", file), "utf8");
  return `\`\`\`${file.split(".").at(-1)}\n${code.trimEnd()}\n\`\`\``;
}

function oneLine(text: string): string {
  return text.replaceAll("\n", " ");
}

/** The generated parts of the guides, by the name in their mark. */
const generators: Readonly<Record<string, (document: OpenApiDocument) => string>> = {
  errors: renderErrors,
  events: renderEvents,
  "feed items": renderFeedItems,
  findings: renderFindings,
  "retry schedule": renderRetrySchedule,
};

function generate(what: string, document: OpenApiDocument): string {
  const render = generators[what];
  if (!render) throw new Error(`No generator is called ${what}`);
  return render(document);
}

function renderErrors({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.responses).map(([name, { description, content }]) => [
    name.replace("Status", ""),
    description,
    `\`${JSON.stringify(content["application/json"].example)}\``,
  ]);
  return table(["Status", "When", "Body, as an example"], rows);
}

function renderEvents(): string {
  const sections = eventTypes.map((type) => {
    const { when } = eventCatalogue[type];
    const example = JSON.stringify(eventExample(type), undefined, 2);
    const noun =
      type === "website.findings_changed"
        ? "change of its findings"
        : type.split(".")[0]?.replace("_", " ");
    return [
      `## \`${type}\``,
      `When ${when}. \`data\` is the ${noun}.`,
      `\`\`\`json\n${example}\n\`\`\``,
    ].join("\n\n");
  });
  return sections.join("\n\n");
}

function renderFeedItems({ components }: OpenApiDocument): string {
  const sections = Object.entries(feedItemTypes).map(([type, each]) => {
    const { category, feature, written, explanation, data } = each;
    const { properties = {} } = components.schemas[`${pascal(type)}Data`] as {
      properties?: Record<string, { description?: string }>;
    };
    const fields = Object.entries(properties).map(
      ([name, { description = "" }]) => `- \`${name}\`: ${description}`,
    );
    const plan = feature ? ` The plan's switch is \`${feature}\`.` : "";
    return [
      `## \`${type}\``,
      explanation,
      `Category \`${category}\`. Written ${written}.${plan} Its \`data\`:`,
      `\`\`\`json\n${JSON.stringify(exampleOf(data), undefined, 2)}\n\`\`\``,
      fields.join("\n"),
    ].join("\n\n");
  });
  return sections.join("\n\n");
}

/** The codes by type, each with its English title for the values of an example. */
function renderFindings(): string {
  const rows = faultCodes.map((code) => {
    const { type = "", severity = "" } = findFaultKind(code) ?? {};
    const [title] = faultTexts.en[code];
    return [`\`${type}\``, `\`${code}\``, severity, title.replaceAll(/[{}]/g, "")];
  });
  return table(["Type", "Code", "Severity", "Title"], rows);
}

function renderRetrySchedule(): string {
  const rows = DELAYS_SECONDS.map((seconds, index) => [String(index + 2), duration(seconds)]);
  return table(["Attempt", "Delay after the previous one"], rows);
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  return seconds < 3600 ? `${seconds / 60} minutes` : `${seconds / 3600} hours`;
}

function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
