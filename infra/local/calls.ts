import type { Local } from "./local.ts";
import { completeEvent, type ShortEvent } from "./shortEvent.ts";

export type Callable = Pick<Local, "invoke" | "routes">;

/** Runs a command of the operators' function; throws with its message when it refuses the input. */
export async function runCommand<Result>(
  { invoke }: Callable,
  command: string,
  input: Record<string, unknown>,
): Promise<Result> {
  const response = (await invoke("admin", { command, input })) as
    | { ok: true; result: Result }
    | { ok: false; message: string };
  if (!response.ok) throw new Error(`"${command}": ${response.message}`);
  return response.result;
}

/** Calls the API with a key, without HTTP: the function behind the route, with a whole event. */
export async function callApi(
  { invoke, routes }: Callable,
  key: string,
  event: ShortEvent & { routeKey: string },
) {
  const name = routes.get(event.routeKey);
  if (!name) throw new Error(`The stack has no route ${event.routeKey}`);
  const result = await invoke(name, completeEvent({ ...event, headers: { "api-key": key } }));
  return result as { statusCode: number; body: string };
}

/** The uuid of the first record of a list, or undefined when the list is empty. */
export async function findFirst(
  service: Callable,
  key: string,
  list: { routeKey: string; queryStringParameters?: Record<string, string> },
): Promise<string | undefined> {
  const { statusCode, body } = await callApi(service, key, list);
  if (statusCode !== 200) throw new Error(`${list.routeKey} was answered ${statusCode}: ${body}`);
  const [first]: { uuid: string }[] = JSON.parse(body).data;
  return first?.uuid;
}
