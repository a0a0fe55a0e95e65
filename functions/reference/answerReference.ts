import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { plainError } from "../../shared/http/errorResponses.ts";
import { type ApiEvent, originOf } from "../../shared/http/event.ts";
import { optionalEnv } from "../../shared/platform/env.ts";
import { DAY_MS } from "../../shared/platform/time.ts";
import { answerContent, type Content } from "./content.ts";
import { findPage } from "./findPage.ts";
import { prebuilt } from "./prebuilt.ts";

/** Answers with the description of the API or a page about it. */
export function answerReference(event: ApiEvent): APIGatewayProxyStructuredResultV2 {
  const content = findContent(event.routeKey, event);
  return content ? answerContent(event, content) : plainError(404, "There is nothing at this path");
}

function findContent(route: string, event: ApiEvent): Content | undefined {
  if (route === "GET /openapi.json") return openapiDocument(event);
  if (route === "GET /.well-known/security.txt") return securityTxt(event);
  const path = route.replace("{page}", event.pathParameters?.["page"] ?? "");
  return findPage(path.replace("GET ", ""), event);
}

function openapiDocument(event: ApiEvent): Content {
  return {
    type: "application/json",
    text: JSON.stringify({ ...prebuilt.document, servers: [{ url: originOf(event) }] }),
    // Other sites may show it: it is the same for everyone.
    headers: { "access-control-allow-origin": "*" },
  };
}

const CONTACT = optionalEnv("SECURITY_CONTACT");

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Whether there is a contact; without one, the path does not exist. */
export const hasSecurityContact = CONTACT !== undefined;

/** The contact for reports of vulnerabilities (RFC 9116). */
function securityTxt(event: ApiEvent): Content {
  const today = Math.floor(Date.now() / DAY_MS);
  const lines = [
    `Contact: ${CONTACT}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${originOf(event)}/.well-known/security.txt`,
  ];
  return { type: "text/plain; charset=utf-8", text: `${lines.join("\n")}\n` };
}
