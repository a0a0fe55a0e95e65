import { configure } from "@codegenie/serverless-express";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import express from "express";
import { Hono } from "hono";
import { handle, type LambdaContext, type LambdaEvent } from "hono/aws-lambda";
import * as z from "zod/mini";
import { hostname } from "../../shared/fields/fields.ts";
import { findKey } from "../../shared/http/authenticate.ts";
import type { EndpointDescription } from "../../shared/http/description.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { pageQuery } from "../../shared/http/pagination.ts";
import { created } from "../../shared/http/responses.ts";
import { validate } from "../../shared/http/validation.ts";
import { log } from "../../shared/log.ts";

/** The same endpoint three times: it answers what it was sent, once that is checked. */
export type LambdaHandler = (
  event: unknown,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

const LOOPBACK = "127.0.0.1";

const body = z.object({ hostname });
const query = z.object(pageQuery);
const input = z.object({ query, body });

export const ownHandler = endpointGroup<Record<string, EndpointDescription>>("onboarding", {
  "POST /v1/onboarding": endpoint({
    query,
    body,
    async answer({ query, body, reseller_uuid }) {
      return created("Echo", { ...query, ...body, reseller_uuid });
    },
  }),
}) as unknown as LambdaHandler;

interface Bindings {
  Variables: { reseller_uuid: string };
  Bindings: { event: { requestContext: { requestId: string } } };
}

const hono = new Hono<Bindings>();
hono.use(async (context, next) => {
  const startedAt = performance.now();
  await next();
  const { requestId } = context.env.event.requestContext;
  context.header("x-request-id", requestId);
  context.header("cache-control", "no-store");
  logRequest(requestId, context.res.status, startedAt, context.get("reseller_uuid"));
});
hono.use(async (context, next) => {
  context.set(
    "reseller_uuid",
    (await findKey(context.req.header("api-key"), LOOPBACK)).reseller_uuid,
  );
  await next();
});
hono.post("/v1/onboarding", async (context) => {
  const request = validate(input, { query: context.req.query(), body: await context.req.json() });
  const reseller_uuid = context.get("reseller_uuid");
  return context.json(created("Echo", { ...request.query, ...request.body, reseller_uuid }));
});
const handleByHono = handle(hono);
export const honoHandler: LambdaHandler = async (event, context) =>
  (await handleByHono(
    event as LambdaEvent,
    context as unknown as LambdaContext,
  )) as APIGatewayProxyStructuredResultV2;

const app = express();
app.disable("x-powered-by").disable("etag");
app.use((request, response, next) => {
  const startedAt = performance.now();
  const requestId = String(request.headers["x-request-id"]);
  response.setHeader("x-request-id", requestId);
  response.setHeader("cache-control", "no-store");
  response.on("finish", () =>
    logRequest(requestId, response.statusCode, startedAt, response.locals["reseller_uuid"]),
  );
  next();
});
// Before the key is looked up: who reads the body after a wait finds it gone.
app.use(express.json({ limit: "256kb" }));
app.use(async (request, response, next) => {
  response.locals["reseller_uuid"] = (
    await findKey(request.header("api-key"), LOOPBACK)
  ).reseller_uuid;
  next();
});
app.post("/v1/onboarding", (request, response) => {
  const checked = validate(input, { query: { ...request.query }, body: request.body });
  const { reseller_uuid } = response.locals;
  response.json(created("Echo", { ...checked.query, ...checked.body, reseller_uuid }));
});
export const expressHandler = configure({ app }) as unknown as LambdaHandler;

function logRequest(request_id: string, status: number, startedAt: number, reseller_uuid: string) {
  const duration_ms = Math.round(performance.now() - startedAt);
  log("info", "request", {
    request_id,
    route: "POST /v1/onboarding",
    status,
    duration_ms,
    reseller_uuid,
  });
}
