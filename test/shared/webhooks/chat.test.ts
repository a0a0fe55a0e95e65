import { expect, test } from "vitest";
import * as z from "zod";
import { eventExample } from "../../../functions/reference/document/webhooks.ts";
import {
  Webhook,
  type WebhookFormat,
  type WebhookRecord,
} from "../../../shared/entities/webhook.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { eventTypes } from "../../../shared/webhooks/catalogue.ts";
import { bodiesFor } from "../../../shared/webhooks/chat.ts";
import { newDelivery } from "../../../shared/webhooks/delivery.ts";
import { newEvent } from "../../../shared/webhooks/event.ts";
import { call } from "../../support/api.ts";
import { ok } from "../../support/expected.ts";
import { makeBusiness, makeReseller, makeUser, makeWebsite } from "../../support/factories.ts";
import { deliver, messageFor, startReceiver } from "../../support/webhooks.ts";

type NewEvent = Parameters<typeof newEvent>[1];
type Format = Exclude<WebhookFormat, "standard">;

/** What a webhook of a format is sent for the event. */
async function messageOf(format: Format, reseller_uuid: string, event: object) {
  const webhook = { reseller_uuid, uuid: reseller_uuid, format } as WebhookRecord;
  const timestamp = "2026-11-22T14:05:00+00:00";
  const key = { reseller_uuid, webhook_uuid: webhook.uuid };
  const sent = newEvent(reseller_uuid, { timestamp, sequence: 1, ...event } as NewEvent);
  const delivery = newDelivery(key, sent, new Date(timestamp));
  return JSON.parse((await bodiesFor(webhook, [delivery])).get(delivery) ?? "");
}

const HOSTILE = "<!channel> & *@everyone* [x](https://evil.example) <@1> {{DATE(2026)}}";

/** A website that is down, whose business has a name that no service may take for its own signs. */
async function downtime() {
  const reseller = await makeReseller({ timezone: "Europe/Berlin" });
  const { key, uuid } = reseller;
  const business = await makeBusiness(reseller, await makeUser(reseller));
  await call("PATCH /v1/businesses/{business_uuid}", {
    key,
    uuid: business,
    body: { name: `\u202e${HOSTILE}` },
  });
  const website = await makeWebsite(reseller, business);
  const event = {
    ...{ type: "website.down" as const, business_uuid: business },
    downtime: {
      ...{ began_at: "2026-11-22T14:00:00+00:00", ended_at: null },
      ...{ cause: "http_5xx" as const, technical: "http 503" },
    },
    data: { uuid: website, hostname: "https://my_shop.example.com/a" },
  };
  const url = `${process.env["API_URL"]}/console#/websites/${website}`;
  return { uuid, event, url };
}

const CAUSE = "The server reports a fault of its own (http 503)";
const SINCE = "22 Nov 2026, 15:00 (Europe/Berlin)";

test("Slack is shown names, and neither mentions nor links of others", async () => {
  const { uuid, event, url } = await downtime();
  const mrkdwn = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
  const name =
    "&lt;!channel&gt; &amp; *@everyone* [x](https://evil.example) &lt;@1&gt; {{DATE(2026)}}";
  expect(await messageOf("slack", uuid, event)).toEqual({
    text: "🔴 Website down: my_shop.example.com/a",
    blocks: [
      {
        type: "section",
        text: mrkdwn("*🔴 Website down: my_shop.example.com/a*"),
        fields: [
          mrkdwn(`*Customer*\n${name}`),
          mrkdwn(`*Cause*\n${CAUSE}`),
          mrkdwn(`*Down since*\n${SINCE}`),
        ],
      },
      { type: "context", elements: [mrkdwn(`<${url}|Open in the console>`)] },
    ],
  });
});

test("Teams is shown texts in which nothing is Markdown", async () => {
  const { uuid, event, url } = await downtime();
  const bold = { type: "TextRun", weight: "Bolder" };
  const line = (label: string, text: string) => ({
    type: "RichTextBlock",
    inlines: [
      { ...bold, text: `${label}: ` },
      { type: "TextRun", text },
    ],
  });
  const { attachments } = await messageOf("teams", uuid, event);
  expect(attachments[0].content).toMatchObject({
    body: [
      {
        type: "RichTextBlock",
        inlines: [
          {
            ...bold,
            text: "Website down: my_shop.example.com/a",
            size: "Medium",
            color: "Attention",
          },
        ],
      },
      line("Customer", HOSTILE),
      line("Cause", CAUSE),
      line("Down since", SINCE),
    ],
    actions: [{ type: "Action.OpenUrl", title: "Open in the console", url }],
  });
});

test("Discord is shown names, and mentions nobody", async () => {
  const { uuid, event, url } = await downtime();
  const name =
    "\\<!channel\\> & \\*\\@everyone\\* \\[x\\](https://evil.example) \\<\\@1\\> {{DATE(2026)}}";
  expect(await messageOf("discord", uuid, event)).toEqual({
    embeds: [
      {
        ...{ title: "Website down: my\\_shop.example.com/a", url, color: 0xc62828 },
        fields: [
          { name: "Customer", value: name },
          { name: "Cause", value: CAUSE },
          { name: "Down since", value: SINCE },
        ],
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test("a webhook's format is kept, shown alone, and each attempt is sent in it, signed", async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(200).end("ok"));
  const { key, uuid: reseller_uuid } = await makeReseller();
  const body = { endpoint: "https://hooks.slack.example/services/T/B/x", format: "slack" };
  const { data } = (await call("POST /v1/webhooks", { key, body })).body;
  expect(data).not.toHaveProperty("format");
  const { uuid } = data;
  const shown = await call("GET /v1/webhooks/{webhook_uuid}", { key, uuid });
  expect(shown).toEqual(ok({ data: expect.objectContaining({ format: "slack" }) }));
  await Webhook.patch({ reseller_uuid, uuid }).set({ endpoint: receiver.url }).go();
  const { event } = await downtime();
  const sent = newEvent(reseller_uuid, {
    ...event,
    ...{ timestamp: "2026-11-22T14:05:00+00:00", sequence: 1 },
  });
  await deliver([messageFor({ reseller_uuid, uuid }, [sent])]);
  const [received] = receiver.received;
  expect(JSON.parse(received?.body ?? "")).toMatchObject({
    text: "🔴 Website down: my_shop.example.com/a",
  });
  expect(received?.headers["webhook-signature"]).toMatch(/^v1,/);
  const log = await call("GET /v1/webhooks/{webhook_uuid}/deliveries", { key, uuid });
  expect(log.body.data).toMatchObject([{ status: "delivered", type: "website.down" }]);
});

/** Fields that ours do not use are left out, so that a misspelt one is refused. */
const fields = z.strictObject;
const text = (most: number) => z.string().min(1).max(most);
/** https://docs.slack.dev/reference/block-kit/blocks */
const mrkdwn = (most: number) =>
  fields({ type: z.literal("mrkdwn"), text: text(most), verbatim: z.boolean() });
/** https://github.com/microsoft/AdaptiveCards/blob/main/schemas/1.2.0/adaptive-card.json */
const card = fields({
  $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
  type: z.literal("AdaptiveCard"),
  version: z.literal("1.2"),
  body: z.array(
    fields({
      type: z.literal("RichTextBlock"),
      inlines: z.array(
        fields({
          type: z.literal("TextRun"),
          text: z.string(),
          weight: z.literal("Bolder").optional(),
          size: z.literal("Medium").optional(),
          color: z.enum(["Good", "Warning", "Attention"]).optional(),
        }),
      ),
    }),
  ),
  actions: z.array(fields({ type: z.literal("Action.OpenUrl"), title: z.string(), url: z.url() })),
});

/** What the services publish about the messages that their incoming webhooks take. */
const schemas: Record<Format, z.ZodType> = {
  slack: fields({
    text: text(40_000),
    blocks: z.tuple([
      fields({
        ...{ type: z.literal("section"), text: mrkdwn(3000) },
        fields: z.array(mrkdwn(2000)).min(1).max(10).optional(),
      }),
      fields({ type: z.literal("context"), elements: z.array(mrkdwn(3000)).min(1).max(10) }),
    ]),
  }),
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
  teams: fields({
    type: z.literal("message"),
    attachments: z.tuple([
      fields({
        contentType: z.literal("application/vnd.microsoft.card.adaptive"),
        contentUrl: z.null(),
        content: card,
      }),
    ]),
  }),
  // https://github.com/discord/discord-api-spec/blob/main/specs/openapi.json
  discord: fields({
    embeds: z.tuple([
      fields({
        ...{ title: text(256), url: z.url().max(2048) },
        color: z.int().min(0).max(0xffffff).optional(),
        fields: z.array(fields({ name: text(256), value: text(1024) })).max(25),
      }),
    ]),
    allowed_mentions: fields({ parse: z.array(z.enum(["everyone", "roles", "users"])) }),
  }),
};

test.each(
  eventTypes.flatMap((type) =>
    (Object.keys(schemas) as Format[]).map((format) => ({ type, format })),
  ),
)("$format takes the message of $type, with names of any length", async ({ type, format }) => {
  const example = eventExample(type);
  const long = { name: "&".repeat(255), hostname: "<".repeat(254), email: "_".repeat(254) };
  for (const data of [example.data, { ...example.data, ...long }]) {
    const message = await messageOf(format, newUuid(), { ...example, data });
    expect(schemas[format].safeParse(message).error).toBeUndefined();
  }
});
