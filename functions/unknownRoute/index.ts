import { withMethods } from "../../shared/http/methods.ts";
import { withRequestId } from "../../shared/http/requestLog.ts";

/** The `$default` route: answers 404 to every request that no other route takes. */
export const handler = withRequestId(
  withMethods([], () => {
    throw new Error("There is no route");
  }),
);
