import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { changeAlerts, readAlerts } from "../../shared/alerts/alerts.ts";
import { appearanceOf } from "../../shared/catalogue/appearance.ts";
import { catalogues } from "../../shared/catalogue/catalogues.ts";
import { accountLocale, Reseller } from "../../shared/entities/reseller.ts";
import { User } from "../../shared/entities/user.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { html } from "../../shared/platform/html.ts";
import type { OwnedKey } from "../../shared/platform/table/entity.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { changeReportMails, findReportMails } from "../../shared/reports/reportMails.ts";
import { isSecret, readToken } from "../../shared/reports/unsubscribeToken.ts";
import { textLanguageOf } from "../../shared/vocabulary/texts.ts";
import { brand, missingPage, page, present } from "./report/page.ts";

/** What the button of the page sends to get reports again. Any other POST unsubscribes (RFC 8058). */
const AGAIN = "subscribe";

/** Answers an unsubscribe link of a mail: GET shows the page, and POST unsubscribes without a question. */
export async function answerUnsubscribe(
  event: ApiEvent,
): Promise<APIGatewayProxyStructuredResultV2> {
  const subscription = await findSubscription(event.pathParameters?.["token"] ?? "");
  const shown =
    subscription && event.routeKey.startsWith("POST ")
      ? await change(subscription, event)
      : subscription;
  return (shown && (await show(shown))) ?? missingPage(event);
}

/** What a link is about: the reports of a user, or the alerts to an address. */
interface Subscription extends OwnedKey {
  kind: "reports" | "alerts";
  unsubscribed_at: string | undefined;
}

async function findSubscription(token: string): Promise<Subscription | undefined> {
  const holder = readToken(token);
  if (!holder) return undefined;
  const [reports, { addresses }] = await Promise.all([
    findReportMails(holder),
    readAlerts(holder.reseller_uuid),
  ]);
  const address = addresses.find(({ uuid }) => uuid === holder.uuid);
  const record = reports ?? address;
  if (!record || !isSecret(holder, record.secret)) return undefined;
  const { unsubscribed_at } = record;
  return { ...holder, kind: reports ? "reports" : "alerts", unsubscribed_at };
}

/** An unsubscription keeps its time. */
async function change(subscription: Subscription, event: ApiEvent): Promise<Subscription> {
  const isAgain = new URLSearchParams(bodyOf(event)).has(AGAIN);
  const now = timestamp();
  const changed = <Each extends { unsubscribed_at?: string | undefined }>(each?: Each) => ({
    unsubscribed_at: isAgain ? undefined : (each?.unsubscribed_at ?? now),
  });
  if (subscription.kind === "reports") {
    const { unsubscribed_at } = await changeReportMails(subscription, changed);
    return { ...subscription, unsubscribed_at };
  }
  await changeAlerts(subscription.reseller_uuid, ({ addresses }) => ({
    addresses: addresses.map((each) =>
      each.uuid === subscription.uuid ? { ...each, ...changed(each) } : each,
    ),
  }));
  return { ...subscription, ...changed(subscription) };
}

async function show({ kind, reseller_uuid, uuid, unsubscribed_at }: Subscription) {
  const [{ data: user }, { data: reseller }] = await Promise.all([
    User.get({ reseller_uuid, uuid }).go(),
    Reseller.get({ uuid: reseller_uuid }).go(),
  ]);
  if (!reseller || (kind === "reports" && !user)) return undefined;
  const language = user
    ? textLanguageOf(user.language_preference)
    : accountLocale(reseller).language;
  const texts = catalogues[language].unsubscribe;
  const title = texts[kind];
  const appearance = appearanceOf(reseller);
  const { sender } = appearance;
  const [sentence, name, button] = unsubscribed_at
    ? [texts.unsubscribed(sender), AGAIN, texts.subscribe]
    : [texts.subscribed(sender), "List-Unsubscribe", texts.unsubscribe];
  const content = page({
    ...{ language, appearance, title },
    body: html`<header>${brand(appearance)}</header>
<main><h1>${title}</h1>
<p>${sentence}</p>
<form method="post"><button class="button" name="${name}" value="One-Click">${button}</button></form></main>`,
  });
  // With no-referrer, browsers send the form with an Origin of null.
  return present(content, {
    ...{ "cache-control": "no-store", "x-robots-tag": "noindex", "referrer-policy": "same-origin" },
  });
}

function bodyOf({ body, isBase64Encoded }: ApiEvent): string {
  if (typeof body !== "string") return "";
  return isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
}
