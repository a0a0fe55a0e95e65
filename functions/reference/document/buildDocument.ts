import * as z from "zod/mini";
import packageFile from "../../../package.json" with { type: "json" };
import { feedItemTypes } from "../../../shared/audit/feedItemTypes.ts";
import { named } from "../../../shared/fields/described.ts";
import {
  errorSchema,
  gatewayErrorSchema,
  validationErrorSchema,
} from "../../../shared/http/envelopes.ts";
import { feedItemSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { describeFields, textsOf } from "./describeFields.ts";
import { readEndpoints, tags } from "./endpoints.ts";
import { errorResponses } from "./errors.ts";
import { headers } from "./headers.ts";
import { type JsonSchema, jsonSchemaOf } from "./jsonSchema.ts";
import { nameSchema, pascal, type Schemas } from "./nameSchemas.ts";
import { operationOf } from "./operations.ts";
import { webhooksOf } from "./webhooks.ts";

/** The parts of the description that hold for the whole API, in Markdown. */
const about = `
Manage users, businesses, websites and competitors, and read the results of monitoring and audits.

- **Key.** Send a key of your account in the header \`api-key\` of each request. A key can be read-only, limited to
  certain addresses, or a test key (\`rwm_test_…\`) of your sandbox; a request that it does not allow is answered
  with 403. \`GET /v1/account\` shows the key's permissions.
- **Answers** are JSON. A request that succeeds is answered with 200, also if it creates something. An empty field is
  \`null\` if its schema allows it, otherwise \`""\`.
- **A PATCH** changes the fields that are sent and keeps the rest. \`null\` is refused.
- **Times** are ISO 8601 in UTC: \`2026-01-31T09:30:00+00:00\`.
- **Pages.** Lists with \`meta\` take \`per_page\`; follow \`meta.next_page_url\` until it is \`null\`.
- **Unknown fields** of a body are ignored, and read-only fields cannot be set. **Unknown query parameters** are
  ignored, too, and named in the header \`x-ignored-parameters\`; lists that take the header \`prefer\` refuse them.
- **Compression.** Bodies of a kilobyte or more are compressed for clients that send \`accept-encoding: br\` or
  \`gzip\`.
- **HEAD** answers like GET, without the body; **OPTIONS** answers 204 with the methods in \`allow\`.
- **Web pages** of other origins cannot call the API (CORS). A key does not belong in a page.
- **Unknown paths** are answered with 404. A path that does not take the method is answered with 405, with the methods
  that it takes in the header \`allow\`. Both have the body \`{"code": …, "message": …}\`, and need no key.
- **\`GET /health\`** answers 200 \`{"status": "ok", "version": …}\` without a key, or 503 with the status \`failing\`;
  \`/.well-known/security.txt\` names the contact for reports of vulnerabilities.
- **Retries.** Repeat a request that was answered with 429 or 503 after the seconds in \`retry-after\`. A POST that
  was answered with 503 may have worked: send an \`idempotency-key\` with every POST, and it is done only once.
`.trim();

/** Each type of feed item with its schemas and their names: `BrokenLinksFeedItem` of `broken_links`. */
const feedItems = Object.entries(feedItemTypes).map(([type, { category, data }]) => {
  const [name, dataName] = [`${pascal(type)}FeedItem`, `${pascal(type)}Data`];
  const schema = named(
    name,
    z.extend(feedItemSchema, {
      category: z.literal(category),
      type: z.literal(type),
      status: z.enum(["info", "success", "warning", "error"]),
      data: named(dataName, data),
    }),
  );
  return { type, name, dataName, schema };
});

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
