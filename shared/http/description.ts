import type * as z from "zod/mini";
import type { GroupName, RoutesOf } from "./routes.ts";

/** What the API's description says about an endpoint beyond its schemas. */
export interface EndpointDescription {
  /** The name of the endpoint and its file. */
  id: string;
  /** What the endpoint does, in a few words. */
  summary: string;
  /** Further details, in Markdown. */
  details?: string;
  /** The endpoint takes neither body nor query, and answers 422 because of a record's state. */
  refuses?: true;
  /** The schemas that describe the body's fields, if not the answer's resource. */
  describedBy?: readonly z.ZodMiniType[];
  /** The schema of the answer with status 200. */
  response: z.ZodMiniType;
  /** A body that the endpoint accepts, if it takes one. */
  exampleBody?: Readonly<Record<string, unknown>>;
}

/** The descriptions of a group's endpoints, as its `description.ts` exports them. */
export type DescriptionsOf<Name extends GroupName> = Readonly<
  Record<RoutesOf<Name>, EndpointDescription>
>;
