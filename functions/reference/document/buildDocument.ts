import * as z from "zod/mini";
import packageFile from "../../../package.json" with { type: "json" };
import { about } from "./about.ts";
import { components, feedItemNames } from "./components.ts";
import { describeFields } from "./describeFields.ts";
import { readEndpoints } from "./endpoints.ts";
import { errorResponses } from "./errors.ts";
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
      schemas[name] ??= describeFields(each, name.endsWith("FeedItem") ? "FeedItem" : name);
    }
    return own;
  }

  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of await readEndpoints()) {
    const [method = "", path = ""] = endpoint.route.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, convert) };
  }
  const webhooks = webhooksOf(convert);
  // Those that only the responses of errors, and `FeedItem`, refer to.
  const others = ["Error", "ValidationError", "GatewayError", ...Object.values(feedItemNames)];
  convert(z.union(others.map((name) => componentOf(name))), "output");
  schemas["FeedItem"] = feedItem();

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
      { name: "Events", description: "What your webhooks are told of." },
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

function componentOf(name: string): z.ZodMiniType {
  const schema = components[name];
  if (!schema) throw new Error(`There is no schema ${name}`);
  return schema;
}

/** A feed item is one of the registry's types: its `data` has the shape of its `type`. */
function feedItem(): JsonSchema {
  const reference = (name: string) => `#/components/schemas/${name}`;
  return {
    description: "What a check or an audit has found; `data` has the shape of its `type`.",
    oneOf: Object.values(feedItemNames).map((name) => ({ $ref: reference(name) })),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(
        Object.entries(feedItemNames).map(([type, name]) => [type, reference(name)]),
      ),
    },
  };
}
