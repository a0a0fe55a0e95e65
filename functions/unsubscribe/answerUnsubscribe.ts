import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { appearanceOf } from "../../shared/appearance.ts";
import { catalogues } from "../../shared/catalogue/catalogues.ts";
import type { ReportMailsRecord } from "../../shared/entities/reportMails.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { User } from "../../shared/entities/user.ts";
import { html } from "../../shared/html.ts";
import { AddressLimit } from "../../shared/http/authenticate.ts";
import { callerOf } from "../../shared/http/authorize.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { textLanguageOf } from "../../shared/texts.ts";
import { timestamp } from "../../shared/time.ts";
import { brand, page } from "../reports/page.ts";
import { changeReportMails } from "../reports/reportMails.ts";
import { findByToken } from "../reports/unsubscribeToken.ts";
import { missingPage } from "../sharedPages/missingPage.ts";

/** What the button of the page sends to get reports again. Any other POST unsubscribes (RFC 8058). */
const AGAIN = "subscribe";

/** Wrong tokens of an address in a minute and a container. Right ones are taken all the same. */
const MOST_WRONG = 60;
const wrong = new AddressLimit(MOST_WRONG, undefined, "Too many requests, try again");

/** Answers an unsubscribe link of a mail: GET shows the page, and POST unsubscribes without a question. */
export async function answerUnsubscribe(
  event: ApiEvent,
): Promise<APIGatewayProxyStructuredResultV2> {
  const found = await findByToken(event.pathParameters?.["token"] ?? "");
  if (!found) noteWrong(event);
  const shown = found && event.routeKey.startsWith("POST ") ? await change(found, event) : found;
  return (shown && (await show(shown))) ?? missingPage(event);
}

function noteWrong({ requestContext }: ApiEvent) {
  const caller = callerOf(requestContext.http.sourceIp);
  wrong.assertBelow(caller);
  wrong.note(caller);
}

/** An unsubscription keeps its time. */
async function change(found: ReportMailsRecord, event: ApiEvent) {
  const fields = new URLSearchParams(bodyOf(event));
  const unsubscribed_at = timestamp();
  return await changeReportMails(found, (now) => ({
    unsubscribed_at: fields.has(AGAIN) ? undefined : (now?.unsubscribed_at ?? unsubscribed_at),
  }));
}

async function show({ reseller_uuid, uuid, unsubscribed_at }: ReportMailsRecord) {
  const [{ data: user }, { data: reseller }] = await Promise.all([
    User.get({ reseller_uuid, uuid }).go(),
    Reseller.get({ uuid: reseller_uuid }).go(),
  ]);
  if (!user || !reseller) return undefined;
  const language = textLanguageOf(user.language_preference);
  const texts = catalogues[language].unsubscribe;
  const appearance = appearanceOf(reseller);
  const { sender } = appearance;
  const [sentence, name, button] = unsubscribed_at
    ? [texts.unsubscribed(sender), AGAIN, texts.subscribe]
    : [texts.subscribed(sender), "List-Unsubscribe", texts.unsubscribe];
  const { html: body, contentSecurityPolicy } = page({
    ...{ language, appearance, title: texts.title },
    body: html`<header>${brand(appearance)}</header>
<main><h1>${texts.title}</h1>
<p>${sentence}</p>
<form method="post"><button class="button" name="${name}" value="One-Click">${button}</button></form></main>`,
  });
  return {
    statusCode: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": contentSecurityPolicy,
      // With no-referrer, browsers send the form with an Origin of null.
      "referrer-policy": "same-origin",
      "x-robots-tag": "noindex",
    },
    body,
  };
}

function bodyOf({ body, isBase64Encoded }: ApiEvent): string {
  if (typeof body !== "string") return "";
  return isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
}
