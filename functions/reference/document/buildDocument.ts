import * as z from "zod/mini";
import packageFile from "../../../package.json" with { type: "json" };
import {
  errorSchema,
  gatewayErrorSchema,
  validationErrorSchema,
} from "../../../shared/http/envelopes.ts";
import { feedItemSchema, findingSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { feedItemTypes } from "../../audit/feedItemTypes.ts";
import { about } from "./about.ts";
import { describeFields, textsOf } from "./describeFields.ts";
import { readEndpoints } from "./endpoints.ts";
import { errorResponses } from "./errors.ts";
import { feedItems } from "./feedItems.ts";
import { findings } from "./findings.ts";
import { headers } from "./headers.ts";
import { type JsonSchema, jsonSchemaOf } from "./jsonSchema.ts";
import { operationOf, tags } from "./operations.ts";
import { webhooksOf } from "./webhooks.ts";

export type OpenApiDocument = Awaited<ReturnType<typeof buildDocument>>;

/** The description of the API (OpenAPI 3.1), made from the schemas and routes of the handlers. */
export async function buildDocument() {
  const schemas: Record<string, JsonSchema> = {};

  function convert(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
    const { schema: own, named } = jsonSchemaOf(schema, io);
    for (const [name, each] of Object.entries(named)) {
      schemas[name] ??= describeFields(each, (field) => textOf(name, field));
    }
    return own;
  }

  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of await readEndpoints()) {
    const [method = "", path = ""] = endpoint.route.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, convert) };
  }
  const webhooks = webhooksOf(convert);
  // Only the error responses, `FeedItem` and `Finding` refer to these.
  const others = [errorSchema, validationErrorSchema, gatewayErrorSchema];
  const variants = [...feedItems, ...findings].map(({ schema }) => schema);
  convert(z.union([...others, ...variants]), "output");
  schemas["FeedItem"] = feedItem();
  schemas["Finding"] = finding();

  return {
    openapi: "3.1.0",
    info: {
      title: "Reseller website monitoring",
      version: packageFile.version,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      description: about,
    },
    servers: [{ url: "{base_url}", variables: { base_url: { default: "http://localhost:3000" } } }],
    security: [{ apiKey: [] }],
    tags: [
      ...Object.values(tags).map(([name, description]) => ({ name, description })),
      { name: "Events", description: "What is sent to your webhooks." },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "api-key",
          description:
            "A key of your account. Your contact at the provider issues and revokes keys.",
        },
      },
      headers,
      responses: errorResponses,
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** The text of a component's field whose schema has none. */
function textOf(component: string, field: string): string | undefined {
  if (component === "Plan") return switchText(field);
  if (component.endsWith("Finding")) return textsOf([findingSchema])(field);
  return component.endsWith("FeedItem") ? textsOf([feedItemSchema])(field) : undefined;
}

function switchText(feature: string): string {
  const types = Object.entries(feedItemTypes).filter(([, type]) => type.feature === feature);
  if (types.length === 0) return "Turns nothing on yet.";
  return `Turns on feed items of type ${types.map(([type]) => `\`${type}\``).join(", ")}.`;
}

/** A feed item is one of the registered types: its `data` has the shape of its `type`. */
function feedItem(): JsonSchema {
  const reference = (name: string) => `#/components/schemas/${name}`;
  return {
    description: "The result of a check or an audit; `data` has the shape of its `type`.",
    oneOf: feedItems.map(({ name }) => ({ $ref: reference(name) })),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(feedItems.map(({ type, name }) => [type, reference(name)])),
    },
  };
}

/** A finding has one of the registered codes: its `detail` has the shape of its `code`. */
function finding(): JsonSchema {
  return {
    description: "Something that is wrong with a website; `detail` has the shape of its `code`.",
    oneOf: findings.map(({ name }) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: {
      propertyName: "code",
      mapping: Object.fromEntries(
        findings.flatMap(({ name, codes }) =>
          codes.map((code) => [code, `#/components/schemas/${name}`]),
        ),
      ),
    },
  };
}
