import type { EndpointDescription } from "../../../shared/http/description.ts";
import type { Endpoint } from "../../../shared/http/endpoint.ts";
import {
  apiFunctionNames,
  endpointGroups,
  type GroupName,
  groupNames,
} from "../../../shared/http/routes.ts";

/** An endpoint as its group's handler has it, and as the group describes it. */
export interface DescribedEndpoint extends EndpointDescription {
  route: string;
  group: GroupName;
  query: Endpoint["query"];
  body: Endpoint["body"];
}

/** All endpoints of the API, in the order of the route table. */
export async function readEndpoints(): Promise<DescribedEndpoint[]> {
  const handlers = apiFunctionNames.map(
    async (name): Promise<Map<string, Endpoint>> =>
      (await import(`../../${name}/index.ts`)).handler.endpoints,
  );
  const endpoints = new Map((await Promise.all(handlers)).flatMap((each) => [...each]));
  const groups = groupNames.map(async (group) => {
    const { description } = await import(`../../${group}/description.ts`);
    return endpointGroups[group].map((route) => ({
      ...(description[route] as EndpointDescription),
      ...{ route, group, query: endpoints.get(route)?.query, body: endpoints.get(route)?.body },
    }));
  });
  return (await Promise.all(groups)).flat();
}
