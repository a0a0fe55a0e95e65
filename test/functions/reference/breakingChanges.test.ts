import { describe, expect, it } from "vitest";
import { breakingChanges, contractOf } from "../../../functions/reference/breakingChanges.ts";
import { prebuilt } from "../../../functions/reference/prebuilt.ts";

const text = JSON.stringify(prebuilt.document);

// biome-ignore lint/suspicious/noExplicitAny: the document is changed at many depths
type Document = any;

/** What breaks when the document is changed so. */
function breaks(change: (document: Document) => void): string[] {
  const newer = JSON.parse(text);
  change(newer);
  // What is kept of a release is its contract.
  return breakingChanges(contractOf(JSON.parse(text)), newer);
}

const named = (document: Document, { content }: Document) =>
  document.components.schemas[content["application/json"].schema.$ref.split("/").at(-1)];
const answer = (document: Document) =>
  named(document, document.paths["/v1/websites"].get.responses["200"]);
const body = (document: Document, path: string, method: string) =>
  named(document, document.paths[path][method].requestBody);

describe("a change that breaks clients", () => {
  it.each<[string, (document: Document) => void, string]>([
    ["a path is gone", (d) => delete d.paths["/v1/plans"], "/v1/plans is gone"],
    [
      "a documented status is gone",
      (d) => delete d.paths["/v1/plans"].get.responses["401"],
      "GET /v1/plans no longer answers 401",
    ],
    [
      "a field of an answer is gone",
      (d) => delete answer(d).properties.meta,
      "GET /v1/websites: 200.meta is gone",
    ],
    [
      "a field of a resource may be absent",
      (d) => d.components.schemas.Plan.required.pop(),
      "GET /v1/plans: 200.data[].updated_at may be absent now",
    ],
    [
      "a field of a resource may be null",
      (d) => {
        d.components.schemas.Plan.properties.name.type = ["string", "null"];
      },
      "GET /v1/plans: 200.data[].name may be null now",
    ],
    ["an event is gone", (d) => delete d.webhooks["website.down"], "website.down is gone"],
    [
      "a type of feed item is gone",
      (d) => d.components.schemas.FeedItem.anyOf.shift(),
      "GET /v1/feed-items: 200.data[] is no longer WebsiteSummaryFeedItem",
    ],
    [
      "a field of a body is required",
      (d) => (body(d, "/v1/businesses/{business_uuid}", "patch").required = ["name"]),
      "PATCH /v1/businesses/{business_uuid}: body.name is required now",
    ],
    [
      "a field of a body is gone",
      (d) => delete body(d, "/v1/businesses", "post").properties.products,
      "POST /v1/businesses: body.products is gone",
    ],
    [
      "a text of a body must be shorter",
      (d) => {
        body(d, "/v1/businesses", "post").properties.name.maxLength = 98;
      },
      "POST /v1/businesses: body.name has a tighter maxLength",
    ],
    [
      "a value of a body is no longer taken",
      (d) => d.components.schemas.CreateWebhookInputEventsItem.enum.pop(),
      "POST /v1/webhooks: body.events[] is no longer one of webhook.disabled",
    ],
    [
      "a parameter is required",
      (d) => {
        d.paths["/v1/websites"].get.parameters[1].required = true;
      },
      "GET /v1/websites: parameter query page is required now",
    ],
    [
      "a parameter is gone",
      (d) => d.paths["/v1/websites"].get.parameters.splice(2, 1),
      "GET /v1/websites: parameter query per_page is gone",
    ],
    [
      "a request needs a body",
      (d) => {
        const { requestBody } = d.paths["/v1/websites"].post;
        d.paths["/v1/webhooks/{webhook_uuid}/test"].post.requestBody = requestBody;
      },
      "POST /v1/webhooks/{webhook_uuid}/test takes a body now",
    ],
  ])("is seen: %s", (_, change, problem) => {
    expect(breaks(change)).toContain(problem);
  });
});

describe("a change that breaks nobody", () => {
  it.each<[string, (document: Document) => void]>([
    ["nothing", () => undefined],
    [
      "a path more",
      (d) => {
        d.paths["/v1/more"] = d.paths["/v1/plans"];
      },
    ],
    [
      "a field of a resource more",
      (d) => {
        d.components.schemas.Plan.properties.more = { type: "string" };
      },
    ],
    [
      "a type of feed item more",
      (d) => d.components.schemas.FeedItem.anyOf.push({ $ref: "#/components/schemas/Plan" }),
    ],
    [
      "a field of a body that may be left out",
      (d) => {
        body(d, "/v1/businesses", "post").properties.more = { type: "string" };
      },
    ],
    ["a description", (d) => delete d.components.schemas.Plan.properties.name.description],
  ])("is let through: %s", (_, change) => {
    expect(breaks(change)).toEqual([]);
  });
});
