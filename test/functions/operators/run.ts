import { type AdminResponse, handler } from "../../../functions/operators/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests assert whole results of every shape
type Result = any;

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;
export const MISSING_UUID = "01900000-0000-7000-8000-000000000000";

/** The handler's whole answer, as its caller gets it: after JSON. */
export async function answer(command: string, input: object): Promise<AdminResponse> {
  const response = await handler({ command, input: JSON.parse(JSON.stringify(input)) });
  return JSON.parse(JSON.stringify(response));
}

/** The result of a command that succeeds. */
export async function run(command: string, input: object): Promise<Result> {
  const response = await answer(command, input);
  if (!response.ok) throw new Error(response.message);
  return response.result;
}

/** The message of a command that is refused. */
export async function refusal(command: string, input: object): Promise<string> {
  const response = await answer(command, input);
  if (response.ok) throw new Error(`Accepted: ${JSON.stringify(response.result)}`);
  return response.message;
}

/** A reseller of its own for a test. */
export async function createReseller(): Promise<{ uuid: string; default_plan_uuid: string }> {
  return run("reseller create", { name: "Acme" });
}

/** A reseller's custom fields, as the API shows them. */
export async function listCustomFields(reseller_uuid: string): Promise<Result[]> {
  return (await run("api", { reseller_uuid, method: "GET", path: "/v1/custom-fields" })).data;
}
