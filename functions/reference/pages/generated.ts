import { DELAYS_SECONDS } from "../../../shared/deliveries/retrySchedule.ts";
import { eventCatalogue } from "../../../shared/events/catalogue.ts";
import { eventTypes } from "../../../shared/events/eventTypes.ts";
import { examples } from "../../../shared/events/examples.ts";
import { feedItemTypes } from "../../audit/feedItemTypes.ts";
import openapi from "../openapi.json" with { type: "json" };

interface Schema {
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  const?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const { responses } = openapi.components;
const schemas: Record<string, unknown> = openapi.components.schemas;

/** What guides have by a mark such as `<!-- generated: events -->`, from what the service uses. */
export const generated: Readonly<Record<string, () => string>> = {
  errors: renderErrors,
  events: renderEvents,
  "feed items": renderFeedItems,
  "retry schedule": renderRetrySchedule,
};

function renderErrors(): string {
  const rows = Object.entries(responses).map(([name, { description, content }]) => [
    name.replace("Status", ""),
    description,
    `\`${JSON.stringify(content["application/json"].example)}\``,
  ]);
  return table(["Status", "When", "Body, as an example"], rows);
}

function renderEvents(): string {
  const sections = eventTypes.map((type) => {
    const { when, resource } = eventCatalogue[type];
    const example = JSON.stringify(examples[type], undefined, 2);
    return [
      `## \`${type}\``,
      `When ${when}. \`data\` is a ${resource.toLowerCase()}.`,
      `\`\`\`json\n${example}\n\`\`\``,
    ].join("\n\n");
  });
  return sections.join("\n\n");
}

function renderFeedItems(): string {
  const sections = Object.entries(feedItemTypes).map(([type, { category, feature, written }]) => {
    const name = type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const schema = schemas[`${name}Data`] as Schema | undefined;
    const plan = feature ? ` The plan's switch is \`${feature}\`.` : "";
    return [
      `## \`${type}\``,
      `Category \`${category}\`. Written ${written}.${plan}`,
      table(["Field of `data`", "Type", "Meaning"], fieldRows(schema ?? {}, "")),
    ].join("\n\n");
  });
  return sections.join("\n\n");
}

function renderRetrySchedule(): string {
  const rows = DELAYS_SECONDS.map((seconds, index) => [String(index + 2), duration(seconds)]);
  return table(["Attempt", "After the one before"], rows);
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  return seconds < 3600 ? `${seconds / 60} minutes` : `${seconds / 3600} hours`;
}

/** The fields of an object, and after each those of the objects in it. */
function fieldRows({ properties = {}, required = [] }: Schema, within: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${within}${name}`;
    const optional = required.includes(name) ? "" : ", may be absent";
    const inner = schema.items ?? schema;
    const prefix = schema.items ? `${path}[].` : `${path}.`;
    return [
      [`\`${path}\``, `${typeText(schema)}${optional}`, schema.description ?? ""],
      ...fieldRows(inner, prefix),
    ];
  });
}

function typeText({ type, format, enum: values, const: only, items, anyOf }: Schema): string {
  if (anyOf) return anyOf.map(typeText).join(" or ");
  if (only !== undefined) return `\`${only}\``;
  if (values) return values.map((value) => `\`${value}\``).join(", ");
  if (items) return `array of ${typeText(items)}`;
  if (format === "date-time") return "timestamp";
  return [type].flat().join(" or ");
}

function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
