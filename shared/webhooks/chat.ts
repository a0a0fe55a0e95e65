import { tellCause } from "../catalogue/causeTexts.ts";
import { Business, type BusinessRecord } from "../entities/business.ts";
import type { DeliveryRecord } from "../entities/delivery.ts";
import { accountLocale } from "../entities/reseller.ts";
import type { WebhookFormat, WebhookRecord } from "../entities/webhook.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import { findReseller } from "../limits/resellers.ts";
import { requireEnv } from "../platform/env.ts";
import { batchGetEventually, lookup } from "../platform/table/batch.ts";
import { formatsOf } from "../reports/formats.ts";
import { oneLine } from "../vocabulary/texts.ts";
import { eventCatalogue, type News } from "./catalogue.ts";
import type { ServiceEvent } from "./event.ts";

/** An event as the body of a delivery has it. */
type Told = Omit<ServiceEvent, "id">;

/** A message for people: what happened to what, some facts, and a page of the console. */
interface ChatMessage {
  news: News | undefined;
  title: string;
  facts: [label: string, value: string][];
  url: string;
}

/** Escaping makes a text longer; no text exceeds the smallest limit of a service after it. */
const MOST_CHARACTERS = 120;
const LINK = "Open in the console";

/** The bodies that deliveries of a webhook are sent with, in its format. */
export async function bodiesFor(
  { reseller_uuid, format = "standard" }: WebhookRecord,
  deliveries: DeliveryRecord[],
): Promise<ReadonlyMap<DeliveryRecord, string>> {
  if (format === "standard") return new Map(deliveries.map((each) => [each, each.body]));
  const { timezone } = accountLocale((await findReseller(reseller_uuid)) ?? {});
  const messages = deliveries.map(async (each) => {
    const event: Told = JSON.parse(each.body);
    const names = await namesOf(reseller_uuid, event);
    return [each, JSON.stringify(writeMessage(format, messageOf(event, names, timezone)))] as const;
  });
  return new Map(await Promise.all(messages));
}

/** The names of the website and the business that an event is about; an event may contain only their uuids. */
async function namesOf(reseller_uuid: string, { business_uuid, data }: Told) {
  const of = (uuid: unknown) => ({ reseller_uuid, uuid: String(uuid) });
  const [website, business] = await batchGetEventually(
    lookup<WebsiteRecord>(Website, of(data["website_uuid"] ?? data.uuid)),
    lookup<BusinessRecord>(Business, of(business_uuid ?? data.uuid)),
  );
  return { hostname: website?.hostname, business: business?.name };
}

/** The message about an event, before it is written in a format. */
function messageOf(
  event: Told,
  names: { hostname?: string | undefined; business?: string | undefined },
  timezone: string,
): ChatMessage {
  const { type, downtime, data } = event;
  const { title, news }: { title: string; news?: News } = eventCatalogue[type];
  const formats = formatsOf("en", timezone);
  const time = (at: string) => `${formats.time(at)} (${timezone})`;
  const { hostname = names.hostname, name, email, endpoint } = data;
  const subject = hostname ?? name ?? email ?? endpoint;
  const { cause, technical, began_at, ended_at } = downtime ?? {};
  const { opened_count, resolved_count } = data;
  const rows: [label: string, value: unknown][] = [
    ["Customer", names.business === subject ? undefined : names.business],
    [
      "Cause",
      cause && technical && `${tellCause(cause, "en", { technical }).title} (${technical})`,
    ],
    ["Down since", began_at && time(began_at)],
    ["Up since", ended_at && time(ended_at)],
    ["Result", type === "feed_item.created" && `${data["type"]}: ${data["status"]}`],
    ["New findings", opened_count],
    ["Resolved findings", resolved_count],
  ];
  return {
    news,
    title: oneLine(
      subject === undefined ? title : `${title}: ${withoutScheme(String(subject))}`,
      MOST_CHARACTERS,
    ),
    facts: rows.flatMap(([label, value]): [string, string][] =>
      value === undefined || value === null || value === false || value === ""
        ? []
        : [[label, oneLine(String(value), MOST_CHARACTERS)]],
    ),
    url: `${requireEnv("API_URL")}/console#/${placeOf(event)}`,
  };
}

/** The place in the console of what an event is about. */
function placeOf({ type, user_uuid, business_uuid, data }: Told): string {
  if (type.startsWith("webhook.")) return `webhooks/${data.uuid}`;
  const website = data["website_uuid"] ?? (type.startsWith("website.") ? data.uuid : undefined);
  if (website) return `websites/${website}`;
  return business_uuid ? `businesses/${business_uuid}` : `customers/${user_uuid}`;
}

/** A message in the format of a chat service's incoming webhook. */
function writeMessage(format: Exclude<WebhookFormat, "standard">, message: ChatMessage): object {
  return { slack, teams, discord }[format](message);
}

const SIGNS: Record<News, string> = { bad: "🔴", warning: "🟠", good: "🟢" };

/** Blocks of Slack's Block Kit; `text` is what a notification shows. */
function slack({ news, title, facts, url }: ChatMessage) {
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  // Verbatim: no names of channels and people become mentions.
  const mrkdwn = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
  const headline = [news && SIGNS[news], escaped(title)].filter(Boolean).join(" ");
  const fields = facts.map(([label, value]) => mrkdwn(`*${label}*\n${escaped(value)}`));
  return {
    text: headline,
    blocks: [
      {
        type: "section",
        text: mrkdwn(`*${headline}*`),
        ...(fields.length > 0 && { fields }),
      },
      { type: "context", elements: [mrkdwn(`<${url}|${LINK}>`)] },
    ],
  };
}

const CARD_COLOURS: Record<News, string> = { bad: "Attention", warning: "Warning", good: "Good" };

/** An Adaptive Card. Texts are runs, in which nothing is Markdown. */
function teams({ news, title, facts, url }: ChatMessage) {
  const run = (text: string, more: object = {}) => ({ type: "TextRun", text, ...more });
  const line = (...inlines: object[]) => ({ type: "RichTextBlock", inlines });
  const bold = { weight: "Bolder" };
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.2",
          body: [
            line(
              run(title, { ...bold, size: "Medium", ...(news && { color: CARD_COLOURS[news] }) }),
            ),
            ...facts.map(([label, value]) => line(run(`${label}: `, bold), run(value))),
          ],
          actions: [{ type: "Action.OpenUrl", title: LINK, url }],
        },
      },
    ],
  };
}

const EMBED_COLOURS: Record<News, number> = { bad: 0xc62828, warning: 0xb26a00, good: 0x2e7d32 };

/** An embed, in which nobody is mentioned. */
function discord({ news, title, facts, url }: ChatMessage) {
  const escaped = (text: string) => text.replaceAll(/[\\*_~`|<>[\]#@]/g, "\\$&");
  return {
    embeds: [
      {
        title: escaped(title),
        url,
        ...(news && { color: EMBED_COLOURS[news] }),
        fields: facts.map(([name, value]) => ({ name, value: escaped(value) })),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

/** A host name or URL as people write it. */
function withoutScheme(text: string): string {
  return text.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}
