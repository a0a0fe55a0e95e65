import type { JsonSchema } from "../../support/contract.ts";

/**
 * What the services publish about the messages that their incoming webhooks take, as far as ours use it. Fields that
 * ours do not use are left out, so that a misspelt one is refused.
 */
const closed = (properties: object, ...required: string[]) =>
  ({ type: "object", properties, required, additionalProperties: false }) as JsonSchema;
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });
const list = (items: object, maxItems: number) => ({ type: "array", items, minItems: 1, maxItems });

/**
 * Block Kit: https://docs.slack.dev/reference/block-kit/blocks and https://docs.slack.dev/reference/block-kit/composition-objects/text-object,
 * with the types of https://github.com/slackapi/node-slack-sdk/tree/main/packages/types/src/block-kit.
 */
const mrkdwn = (most: number) =>
  closed(
    { type: { const: "mrkdwn" }, text: text(most), verbatim: { type: "boolean" } },
    ...["type", "text"],
  );
const slack = closed(
  {
    text: text(40_000),
    blocks: list(
      {
        anyOf: [
          closed(
            { type: { const: "section" }, text: mrkdwn(3000), fields: list(mrkdwn(2000), 10) },
            ...["type", "text"],
          ),
          closed(
            { type: { const: "context" }, elements: list(mrkdwn(3000), 10) },
            ...["type", "elements"],
          ),
        ],
      },
      50,
    ),
  },
  ...["text", "blocks"],
);

/**
 * Adaptive Cards 1.2: https://github.com/microsoft/AdaptiveCards/blob/main/schemas/1.2.0/adaptive-card.json; the message around
 * the card: https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using.
 */
const run = closed(
  {
    type: { const: "TextRun" },
    text: { type: "string" },
    weight: { enum: ["Default", "Lighter", "Bolder"] },
    size: { enum: ["Default", "Small", "Medium", "Large", "ExtraLarge"] },
    color: { enum: ["Default", "Dark", "Light", "Accent", "Good", "Warning", "Attention"] },
  },
  ...["type", "text"],
);
const card = closed(
  {
    $schema: { const: "http://adaptivecards.io/schemas/adaptive-card.json" },
    type: { const: "AdaptiveCard" },
    version: { const: "1.2" },
    body: list(
      closed({ type: { const: "RichTextBlock" }, inlines: list(run, 100) }, "type", "inlines"),
      100,
    ),
    actions: list(
      closed(
        {
          type: { const: "Action.OpenUrl" },
          title: { type: "string" },
          url: { type: "string", format: "uri" },
        },
        ...["type", "url"],
      ),
      6,
    ),
  },
  ...["type", "version"],
);
const teams = closed(
  {
    type: { const: "message" },
    attachments: list(
      closed(
        {
          contentType: { const: "application/vnd.microsoft.card.adaptive" },
          contentUrl: { type: "null" },
          content: card,
        },
        ...["contentType", "content"],
      ),
      10,
    ),
  },
  ...["type", "attachments"],
);

/** `RichEmbed` and the webhook's request: https://github.com/discord/discord-api-spec/blob/main/specs/openapi.json. */
const discord = closed(
  {
    embeds: list(
      closed({
        title: text(256),
        url: { type: "string", format: "uri", maxLength: 2048 },
        color: { type: "integer", minimum: 0, maximum: 0xffffff },
        fields: {
          type: "array",
          items: closed({ name: text(256), value: text(1024) }, "name", "value"),
          maxItems: 25,
        },
      }),
      10,
    ),
    allowed_mentions: closed({
      parse: { type: "array", items: { enum: ["everyone", "roles", "users"] } },
    }),
  },
  ...["embeds", "allowed_mentions"],
);

export const chatSchemas = { slack, teams, discord };
