import type * as z from "zod/mini";
import type { GroupName, RoutesOf } from "../routes.ts";

/** The part of an endpoint's description that its schemas do not say. */
export interface EndpointDescription {
  /** The endpoint's name, and its file's. */
  id: string;
  /** What it does, in a few words. */
  summary: string;
  /** Further details, in Markdown. */
  details?: string;
  /** It answers 422 because of a record's state, although it takes no body and no query parameter. */
  refuses?: true;
  /** The schemas whose texts its body shares, if not those of the resource that it answers. */
  describedBy?: readonly z.ZodMiniType[];
  /** The schema of its answer with the status 200. */
  response: z.ZodMiniType;
  /** A body that it accepts, if it takes one. */
  exampleBody?: Readonly<Record<string, unknown>>;
}

/** The descriptions of all endpoints of a group: its `description.ts`. */
export type DescriptionsOf<Name extends GroupName> = Readonly<
  Record<RoutesOf<Name>, EndpointDescription>
>;
