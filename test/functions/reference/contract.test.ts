import { expect, it } from "vitest";
import { contractOf } from "../../../functions/reference/contract.ts";
import { prebuilt } from "../../../functions/reference/prebuilt.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is changed at many depths
type Document = any;

/** The lines of the contract that are gone when the document is changed so. */
function breaks(change: (document: Document) => void): string[] {
  const newer = JSON.parse(JSON.stringify(prebuilt.document));
  change(newer);
  const lines = new Set(contractOf(newer));
  return contractOf(prebuilt.document).filter((line) => !lines.has(line));
}

const schemasOf = (document: Document) => document.components.schemas;

it.each<[string, (document: Document) => void, string]>([
  ["a path is gone", (d) => delete d.paths["/v1/plans"], "GET /v1/plans body: none"],
  [
    "a status is gone",
    (d) => delete d.paths["/v1/plans"].get.responses["401"],
    "GET /v1/plans 401: #/components/responses/Status401",
  ],
  [
    "a field of an answer is gone",
    (d) => delete schemasOf(d).Plan.properties.name,
    "Plan.name: string",
  ],
  ["a field may be absent", (d) => schemasOf(d).Plan.required.shift(), "Plan.uuid: string"],
  [
    "a field may be null",
    (d) => {
      schemasOf(d).Plan.properties.name.type = ["string", "null"];
    },
    "Plan.name: string",
  ],
  [
    "an event is gone",
    (d) => delete d.webhooks["website.down"],
    "POST website.down body: #/components/schemas/WebsiteDownEvent",
  ],
  [
    "a type of feed item is gone",
    (d) => schemasOf(d).FeedItem.anyOf.shift(),
    "FeedItem: #/components/schemas/WebsiteSummaryFeedItem",
  ],
  [
    "a field of a body is required",
    (d) => {
      schemasOf(d).UpdateBusinessInput.required = ["name"];
    },
    "UpdateBusinessInput requires ",
  ],
  [
    "a text of a body must be shorter",
    (d) => {
      schemasOf(d).CreateBusinessInput.properties.name.maxLength = 98;
    },
    "CreateBusinessInput.name: string, minLength 1, maxLength 99",
  ],
  [
    "a word of a body is no longer taken",
    (d) => schemasOf(d).CreateWebhookInputEventsItem.enum.pop(),
    "CreateWebhookInputEventsItem: webhook.disabled",
  ],
  [
    "a parameter is required",
    (d) => {
      d.paths["/v1/websites"].get.parameters[1].required = true;
    },
    "GET /v1/websites requires businessUuid",
  ],
  [
    "a request needs a body",
    (d) => {
      const { requestBody } = d.paths["/v1/websites"].post;
      d.paths["/v1/webhooks/{webhook_uuid}/test"].post.requestBody = requestBody;
    },
    "POST /v1/webhooks/{webhook_uuid}/test body: none",
  ],
])("a client is broken if %s", (_, change, line) => {
  expect(breaks(change)).toContain(line);
});

it("no client is broken by a path, a field, a type of feed item or an optional field more", () => {
  const lines = breaks((d) => {
    d.paths["/v1/more"] = d.paths["/v1/plans"];
    schemasOf(d).Plan.properties.more = { type: "string" };
    schemasOf(d).FeedItem.anyOf.push({ $ref: "#/components/schemas/Plan" });
    schemasOf(d).CreateBusinessInput.properties.more = { type: "string" };
    delete schemasOf(d).Plan.properties.name.description;
  });
  expect(lines).toEqual([]);
});
