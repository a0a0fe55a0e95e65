import { type ApiRoute, apiFunctionNames, routesOf } from "../../shared/http/routes.ts";

/** All routes of the API. Not beside the endpoints, which take seconds to load. */
export const routeKeys: ApiRoute[] = apiFunctionNames.flatMap(routesOf);
