import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { listWebsites } from "./lists.ts";

/** Hono with the document client: a key that is looked at, a log line, and the page. */
const app = new Hono();
app.use(async (context, next) => {
  const startedAt = performance.now();
  await next();
  context.header("cache-control", "no-store");
  const duration_ms = Math.round(performance.now() - startedAt);
  const line = { level: "info", message: "request", status: context.res.status, duration_ms };
  process.stdout.write(`${JSON.stringify(line)}\n`);
});
app.get("/v1/websites", async (context) => {
  if (!context.req.header("api-key")) return context.json({ code: 401 }, 401);
  const reseller = context.req.header("x-reseller") ?? "";
  return context.json(await listWebsites(reseller, context.req.query("businessUuid") ?? ""));
});
export const handler = handle(app);
