import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { html } from "../../../shared/platform/html.ts";
import { textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { page } from "../report/page.ts";

/** The answer for a token that leads nowhere, in the language of the browser and in nobody's name. */
export function missingPage({ headers }: ApiEvent): APIGatewayProxyStructuredResultV2 {
  const [, preferred = ""] = /^([a-z]{2,3})\b/i.exec(headers["accept-language"] ?? "") ?? [];
  const language = textLanguageOf(preferred);
  const { missing, missingWhy } = catalogues[language].status;
  const { html: body, contentSecurityPolicy } = page({
    ...{ language, title: missing, appearance: appearanceOf({ name: "" }) },
    body: html`<main><h1>${missing}</h1><p>${missingWhy}</p></main>`,
  });
  return {
    statusCode: 404,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      vary: "accept-language",
    },
    body,
  };
}
