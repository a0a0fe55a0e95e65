import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { ShareKind } from "../../../shared/entities/share.ts";
import { AddressLimit, callerOf } from "../../../shared/http/addresses.ts";
import { plainError } from "../../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { addLogFields } from "../../../shared/platform/log.ts";
import { type Content, missingPage, present } from "../report/page.ts";
import { badge } from "./badge.ts";
import { LIVE_SCRIPT, liveScript } from "./liveScript.ts";
import { remembering } from "./memory.ts";
import { prospectPage } from "./prospectPage.ts";
import { reportPage } from "./reportPage.ts";
import { findShare, PAGE_CACHE_SECONDS, type Shared, type SharedProspect } from "./shared.ts";
import { findStatus, presentStatus } from "./status.ts";
import { statusPage } from "./statusPage.ts";

/** How a share is asked for. */
type Form = "page" | "badge" | "uptimeBadge" | "data";

/** What each kind of share shows. */
const shows: Record<ShareKind, Partial<Record<Form, (shared: Shared) => Promise<Content>>>> = {
  status: {
    page: statusPage,
    badge: (shared) => badge(shared, "state"),
    uptimeBadge: (shared) => badge(shared, "uptime"),
    data: statusData,
  },
  report: { page: reportPage },
};

const REMEMBERED = 300;
const remember = remembering<Content>(PAGE_CACHE_SECONDS, REMEMBERED);

/** Requests of an address in a minute and a container. */
const MOST_REQUESTS = 600;
const requests = new AddressLimit(MOST_REQUESTS);

const DATA = ".json";
const SCRIPT_SECONDS = 3600;

/**
 * Answers a request for a share. A slug that is unknown, or whose share has ended for any reason, gets the same
 * answer after the same reads.
 */
export async function answerShared(event: ApiEvent): Promise<APIGatewayProxyStructuredResultV2> {
  const { http, timeEpoch: now } = event.requestContext;
  requests.count(callerOf(http.sourceIp));
  const name = event.pathParameters?.["token"] ?? "";
  if (name === LIVE_SCRIPT) return cachedFor(liveScript, SCRIPT_SECONDS);
  const { form, slug } = readRequest(event, name);
  const shared = await findShare(slug, now);
  const show = shared && showing(shared, form);
  if (!show) return form === "page" ? missingPage(event) : missing();
  const { reseller_uuid, uuid } = shared.share;
  addLogFields({ reseller_uuid, share_uuid: uuid });
  const state = "prospect" in shared ? shared.prospect.state : "";
  const content = await remember(`${uuid} ${form} ${state}`, show);
  return cachedFor(content, PAGE_CACHE_SECONDS);
}

/** How a share is shown in a form; undefined if it has no such form. */
function showing(shared: Shared | SharedProspect, form: Form) {
  if ("prospect" in shared) return form === "page" ? () => prospectPage(shared) : undefined;
  const show = shows[shared.share.kind][form];
  return show && (() => show(shared));
}

function readRequest(
  { routeKey, queryStringParameters: query }: ApiEvent,
  name: string,
): { form: Form; slug: string } {
  if (routeKey.endsWith("/badge.svg"))
    return { form: query?.["show"] === "uptime" ? "uptimeBadge" : "badge", slug: name };
  const isData = name.endsWith(DATA);
  return { form: isData ? "data" : "page", slug: isData ? name.slice(0, -DATA.length) : name };
}

async function statusData(shared: Shared): Promise<Content> {
  const body = JSON.stringify(presentStatus(await findStatus(shared)));
  return { type: "application/json", body, ...FOR_ALL };
}

/** Pages of any origin may read it: only who knows the address can ask. */
const FOR_ALL = { headers: { "access-control-allow-origin": "*" } };

/** A shared cache would go on showing a share that has ended. */
const cachedFor = (content: Content, seconds: number) =>
  present(content, { "cache-control": `private, max-age=${seconds}` });

function missing() {
  return plainError(404, "There is nothing at this path", { "x-robots-tag": "noindex, nofollow" });
}
