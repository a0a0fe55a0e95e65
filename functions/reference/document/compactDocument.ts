import type { OpenApiDocument } from "./buildDocument.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** What an agent needs besides the operations of the specification. */
const ADDED = [
  ...["fetchAccount", "listAccountWebsites", "listAccountBusinesses", "fetchUser", "updateUser"],
  ...["deleteUser", "fetchUptime", "requestAudit", "createMaintenanceWindow", "listFindings"],
  ...["updateFinding", "fetchUserDigest", "listDeleted", "restoreDeleted", "createShare"],
  ...["fetchWebhook", "testWebhook", "listDeliveries"],
];
const SPECIFIED =
  /^(?:list(?:Users|Businesses|Websites|Competitors|Plans|FeedItems|Webhooks)|onboard|fetch(?:Business|Website|Competitor)|(?:create|delete)(?:Business|Website|Competitor|Webhook)|update(?:Business|Website|Competitor))$/;

interface Operation {
  operationId: string;
  summary: string;
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: object;
  }[];
  requestBody?: { content: { "application/json": { schema: JsonSchema } } };
}

/**
 * The description for agents that take each operation for a tool: those of the specification and some others, with
 * short texts, and without headers, errors, events and the fields of answers.
 */
export function compactDocument({ openapi, info, security, paths, components }: OpenApiDocument) {
  const { schemas, securitySchemes } = components;
  const compact = Object.entries(paths).flatMap(([path, item]) => {
    const operations = Object.entries(item as Record<string, Operation>)
      .filter(([, { operationId }]) => SPECIFIED.test(operationId) || ADDED.includes(operationId))
      .map(([method, operation]) => [method, compactOperation(operation, schemas)]);
    return operations.length === 0 ? [] : [[path, Object.fromEntries(operations)]];
  });
  return {
    openapi,
    info: { title: info.title, version: info.version },
    security,
    paths: Object.fromEntries(compact),
    components: { securitySchemes },
  };
}

function compactOperation(
  { operationId, summary, parameters, requestBody }: Operation,
  schemas: Record<string, JsonSchema>,
) {
  const body = requestBody?.content["application/json"].schema;
  return {
    operationId,
    summary,
    parameters: parameters
      .filter((parameter) => parameter.in !== "header")
      .map(({ name, in: place, required, description, schema }) => ({
        ...{ name, in: place, required },
        ...{ description: firstSentence(description), schema },
      })),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: shortened(body, schemas) } },
      },
    }),
    responses: { "200": { description: "Done." } },
  };
}

/** A schema with the named ones in the places of their names, and one sentence for each field. */
function shortened(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const text = JSON.stringify(schema, (name, value) => {
    const id: string | undefined = value?.$ref?.split("/").at(-1);
    if (id !== undefined) return shortened(schemas[id] ?? {}, schemas);
    return name === "description" && typeof value === "string" ? firstSentence(value) : value;
  });
  return JSON.parse(text);
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.) /, 1)[0] ?? "";
}
