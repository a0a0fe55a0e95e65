import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AdminRequest, AdminResponse } from "../../../functions/operators/index.ts";
import { answerContent } from "../../../functions/reference/content.ts";
import { findPage } from "../../../functions/reference/findPage.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { routeKeys } from "../../../shared/routes.ts";
import { createGateway } from "../../local/http/gateway.ts";
import type { ApiResponse } from "../../local/http/payload.ts";
import { Problem } from "../../terminal.ts";

const PAGES = ["GET /console", "GET /console/{page}"];
const HANDOVER = "GET /console/key";
const OVERALL = "GET /operators/{what}";

/** The commands about all resellers that the console asks, each of which only reads. */
const COMMANDS: Readonly<Record<string, string>> = {
  ...{ find: "find", show: "show", down: "down list" },
  ...{ "dead-letters": "dead-letter list", lost: "dead-letter lost" },
};

interface ConsoleOptions {
  /** Only the pages that were opened with it get answers. */
  token: string;
  invoke(request: AdminRequest): Promise<AdminResponse>;
}

/**
 * Answers the console's requests from the operators' function, which IAM guards. The place of an API key
 * is taken by this start's token and the uuid of a reseller: it works on this machine only, and only reads.
 */
export function createConsoleGateway({ token, invoke }: ConsoleOptions) {
  const reads = routeKeys.filter((route) => route.startsWith("GET "));
  const routes = new Map([...PAGES, HANDOVER, OVERALL, ...reads].map((route) => [route, route]));
  const resellerIn = (pass = "") => {
    const [given = "", reseller_uuid = ""] = pass.split(".");
    return isEqual(given, token) ? reseller_uuid : undefined;
  };

  async function answer(route: string, event: ApiEvent) {
    const { rawPath, headers, pathParameters: path, queryStringParameters: query } = event;
    if (route === HANDOVER) {
      const pass = headers["console-token"];
      return resellerIn(pass) === undefined ? refused(404) : plain(pass ?? "");
    }
    if (PAGES.includes(route)) {
      const content = findPage(rawPath, event);
      return content ? answerContent(event, content) : refused(404);
    }
    const reseller_uuid = resellerIn(headers["api-key"]);
    if (reseller_uuid === undefined) return refused(401);
    if (route === OVERALL) {
      const what = path?.["what"] ?? "";
      const command = Object.hasOwn(COMMANDS, what) ? COMMANDS[what] : undefined;
      if (command === undefined) return refused(404);
      const response = await invoke({ command, input: query ?? {} });
      if (response.ok) return json(200, response.result);
      return json(422, { code: 422, message: response.message });
    }
    const input = { reseller_uuid, route, path, query };
    const response = await invoke({ command: "api show", input });
    if (response.ok) return json(200, response.result);
    // As the API says what is wrong with a request.
    return json(422, { success: false, errors: { request: { refused: response.message } } });
  }

  const gateway = createGateway({
    routes,
    invoke: async (route, event) => {
      try {
        return await answer(route, event as ApiEvent);
      } catch (error) {
        if (error instanceof Problem) return json(503, { code: 503, message: error.message });
        throw error;
      }
    },
  });
  return (request: IncomingMessage): Promise<ApiResponse> => gateway(request);
}

const NOT_STORED = { "cache-control": "no-store" };

function json(statusCode: number, body: unknown) {
  const headers = { "content-type": "application/json", ...NOT_STORED };
  return { statusCode, headers, body: JSON.stringify(body) };
}

function plain(body: string) {
  return { statusCode: 200, headers: { "content-type": "text/plain", ...NOT_STORED }, body };
}

function refused(code: 401 | 404) {
  return json(code, { code, message: code === 401 ? "Unauthenticated" : "Not found" });
}

function isEqual(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
