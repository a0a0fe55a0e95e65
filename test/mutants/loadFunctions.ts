import { endpointGroups } from "../../shared/routes.ts";

/**
 * Loads the functions before the first test. Otherwise Stryker would hold that the test which
 * happens to load a handler is the only one that what stands at the top of its modules matters to.
 */
for (const name of [...Object.keys(endpointGroups), "unknownRoute", "uptime", "schedule"]) {
  await import(`../../functions/${name}/index.ts`);
}
