import * as z from "zod/mini";
import { listCustomFields } from "../../functions/api/plans/plans.ts";
import { apiFunction } from "../../shared/http/apiFunction.ts";
import { endpoint } from "../../shared/http/endpoint.ts";

/** The function `plans` with an endpoint of `GET /v1/plans` that answers in this way. */
export function plansFunction(answer: () => Promise<unknown>) {
  const listPlans = endpoint({
    route: "GET /v1/plans",
    id: "listPlans",
    summary: "List your plans",
    response: () => z.unknown(),
    answer,
  });
  return apiFunction("plans", [{ listPlans, listCustomFields }]);
}
