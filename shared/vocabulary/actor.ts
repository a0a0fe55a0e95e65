import { AsyncLocalStorage } from "node:async_hooks";

/** Who makes a change: a key of the API, an operator, or the service itself. */
export const actorTypes = ["key", "operator", "service"] as const;

export interface Actor {
  type: (typeof actorTypes)[number];
  /** The key's. */
  uuid?: string | undefined;
  /** The key's name, or the operator's identity. */
  name?: string | undefined;
  ip?: string | undefined;
  user_agent?: string | undefined;
  request_id?: string | undefined;
}

/** An actor as a record keeps it. */
interface NotedActor extends Actor {
  /** When the actor was about to remove the record, in milliseconds (`noteRemover`). */
  removes?: number;
}

const SERVICE: Actor = { type: "service" };
const MAX_LENGTH = 100;

const acting = new AsyncLocalStorage<Actor>();

/** Does some work in the name of an actor, however deep its writes are. */
export function actingAs<Result>(actor: Actor, work: () => Result): Result {
  return acting.run(actor, work);
}

/** The actor of the current work: the service, unless `actingAs` says otherwise. */
export function currentActor(): Actor {
  return acting.getStore() ?? SERVICE;
}

/** The current actor as a record keeps it; long texts are cut. */
export function noteActor(more: Pick<NotedActor, "removes"> = {}): string {
  const { name, user_agent, ...actor } = currentActor();
  const noted: NotedActor = {
    ...actor,
    name: name?.slice(0, MAX_LENGTH),
    user_agent: user_agent?.slice(0, MAX_LENGTH),
    ...more,
  };
  return JSON.stringify(noted);
}

/** The actor that a record names; the service for a record that names none. */
export function readActor(noted: string | undefined): NotedActor {
  return noted === undefined ? SERVICE : JSON.parse(noted);
}
