import { configure } from "@codegenie/serverless-express";
import express from "express";
import { listWebsites } from "./lists.ts";

/** Express behind serverless-express with the document client, as many services of this kind are made. */
const app = express();
app.use((request, response, next) => {
  const startedAt = performance.now();
  response.on("finish", () => {
    const duration_ms = Math.round(performance.now() - startedAt);
    const line = { level: "info", message: "request", status: response.statusCode, duration_ms };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
  if (request.header("api-key")) next();
  else response.status(401).json({ code: 401 });
});
app.get("/v1/websites", async (request, response) => {
  const { businessUuid } = request.query;
  response.json(await listWebsites(String(request.header("x-reseller")), String(businessUuid)));
});
export const handler = configure({ app });
