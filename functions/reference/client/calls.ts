import type { ParamsOption, RequestBodyOption } from "openapi-fetch";
import type { Result } from "./errors.ts";
import type { paths } from "./schema.ts";

export type Method = "get" | "post" | "patch" | "delete";

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? Path : never;
}[keyof paths];

/** The body that a path answers when it succeeds. */
export type Answer<Path extends keyof paths, M extends Method> = paths[Path][M] extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** Parameters and body as the operation takes them, and what every call takes. */
type CallOptions<Operation> = ParamsOption<Operation> &
  RequestBodyOption<Operation> & {
    /** Ends the call, even during a pause. */
    signal?: AbortSignal;
    /** More headers, such as an `Idempotency-Key` of your own. */
    headers?: Record<string, string>;
  };

/** The options of a call, which may be left out if the operation requires none. */
export type CallArguments<Operation> =
  Record<never, never> extends CallOptions<Operation>
    ? [options?: CallOptions<Operation>]
    : [options: CallOptions<Operation>];

export type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...options: CallArguments<paths[Path][M]>
) => Promise<Result<Answer<Path, M>>>;

/** The paths that answer a list, in pages or whole. */
export type ListPath = {
  [Path in PathOf<"get">]: Answer<Path, "get"> extends { data: unknown[] } ? Path : never;
}[PathOf<"get">];

/** The type of a list's records. */
export type Item<Path extends ListPath> =
  Answer<Path, "get"> extends { data: (infer Element)[] } ? Element : never;
