import type * as z from "zod/mini";
import type { GroupName, RoutesOf } from "../routes.ts";

/** What the API's description says of an endpoint beside what its schemas say. */
export interface EndpointDescription {
  /** The endpoint's name, and its file's. */
  id: string;
  /** What it does, in a few words. */
  summary: string;
  /** What else there is to know, in Markdown. */
  details?: string;
  /** It answers 422 though it takes no body and no query parameter: to what a record's state rules out. */
  refuses?: true;
  /** The schema of what it answers with 200. */
  response: z.ZodMiniType;
  /** A body that it accepts; of an endpoint that takes one. */
  exampleBody?: Readonly<Record<string, unknown>>;
}

/** The descriptions of a group's endpoints, no more and no less: its `description.ts`. */
export type DescriptionsOf<Name extends GroupName> = Readonly<
  Record<RoutesOf<Name>, EndpointDescription>
>;
