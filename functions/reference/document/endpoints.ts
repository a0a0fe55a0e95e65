import type { EndpointDescription } from "../../../shared/http/description.ts";
import type { Endpoint } from "../../../shared/http/endpoint.ts";
import {
  type ApiFunctionName,
  apiFunctionNames,
  apiFunctions,
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
      (await import(`../../api/${name}/index.ts`)).handler.endpoints,
  );
  const endpoints = new Map((await Promise.all(handlers)).flatMap((each) => [...each]));
  const groups = groupNames.map(async (group) => {
    const { description } = await import(`../../api/${descriptionOf(group)}.ts`);
    return endpointGroups[group].map((route) => ({
      ...(description[route] as EndpointDescription),
      ...{ route, group, query: endpoints.get(route)?.query, body: endpoints.get(route)?.body },
    }));
  });
  return (await Promise.all(groups)).flat();
}

/** The module that describes a group: in the folder of its function. */
function descriptionOf(group: GroupName): string {
  const groupsOf = (name: ApiFunctionName): readonly GroupName[] => apiFunctions[name];
  const name = apiFunctionNames.find((each) => groupsOf(each).includes(group));
  return name === group ? `${name}/description` : `${name}/${group}Description`;
}
