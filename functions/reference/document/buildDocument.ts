import * as z from "zod/mini";
import packageFile from "../../../package.json" with { type: "json" };
import { feedItemTypes } from "../../../shared/audit/feedItemTypes.ts";
import {
  errorSchema,
  gatewayErrorSchema,
  validationErrorSchema,
} from "../../../shared/http/envelopes.ts";
import { feedItemSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { about } from "./about.ts";
import { describeFields, textsOf } from "./describeFields.ts";
import { readEndpoints, tags } from "./endpoints.ts";
import { errorResponses } from "./errors.ts";
import { feedItems } from "./feedItems.ts";
import { headers } from "./headers.ts";
import { type JsonSchema, jsonSchemaOf } from "./jsonSchema.ts";
import { nameSchema, type Schemas } from "./nameSchemas.ts";
import { operationOf } from "./operations.ts";
import { webhooksOf } from "./webhooks.ts";

export type OpenApiDocument = Awaited<ReturnType<typeof buildDocument>>;

/** The description of the API (OpenAPI 3.1), made from the schemas and routes of the handlers. */
export async function buildDocument() {
  const schemas: Record<string, JsonSchema> = {};
  const name: Schemas["name"] = (id, schema) => nameSchema(id, schema, schemas);
  const convert: Schemas["convert"] = (schema, io) => {
    const { schema: own, named } = jsonSchemaOf(schema, io);
    for (const [id, each] of Object.entries(named)) {
      if (!schemas[id])
        name(
          id,
          describeFields(each, (field) => textOf(id, field)),
        );
    }
    return own;
  };

  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of await readEndpoints()) {
    const [method = "", path = ""] = endpoint.route.split(" ");
    const operation = operationOf(endpoint, { convert, name });
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const webhooks = webhooksOf({ convert, name });
  // Only the error responses and `FeedItem` refer to these.
  const others = [errorSchema, validationErrorSchema, gatewayErrorSchema];
  convert(z.union([...others, ...feedItems.map(({ schema }) => schema)]), "output");
  schemas["OtherFeedItem"] = { ...schemas["FeedItem"], description: "An item of a later type." };
  schemas["FeedItem"] = feedItem();

  return {
    openapi: "3.1.0",
    info: {
      title: "Reseller website monitoring",
      version: packageFile.version,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      contact: { name: "Your contact at the provider" },
      description: about,
    },
    servers: [{ url: "{base_url}", variables: { base_url: { default: "http://localhost:3000" } } }],
    security: [{ apiKey: [] }],
    tags: [
      ...tags.map(([name, description]) => ({ name, description })),
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
  return component.endsWith("FeedItem") ? textsOf([feedItemSchema])(field) : undefined;
}

function switchText(feature: string): string {
  const types = Object.entries(feedItemTypes).filter(([, type]) => type.feature === feature);
  if (types.length === 0) return "Turns nothing on yet.";
  return `Turns on feed items of type ${types.map(([type]) => `\`${type}\``).join(", ")}.`;
}

/** A feed item is one of the registered types: its `data` has the shape of its `type`. */
function feedItem(): JsonSchema {
  const names = [...feedItems.map(({ name }) => name), "OtherFeedItem"];
  return {
    description: "The result of a check or an audit; `data` has the shape of its `type`.",
    anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  };
}
