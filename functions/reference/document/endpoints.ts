import type { EndpointDescription } from "../../../shared/http/description.ts";
import type { Endpoint } from "../../../shared/http/endpoint.ts";
import { type GroupName, groupNames } from "../../../shared/routes.ts";

/** An endpoint as its group's handler has it, and as the group describes it. */
export interface DescribedEndpoint extends EndpointDescription {
  route: string;
  group: GroupName;
  query: Endpoint["query"];
  body: Endpoint["body"];
}

/** All endpoints of the API, in the order of the route table. */
export async function readEndpoints(): Promise<DescribedEndpoint[]> {
  const groups = groupNames.map(async (group) => {
    const { handler } = await import(`../../${group}/index.ts`);
    const { description } = await import(`../../${group}/description.ts`);
    return [...(handler.endpoints as Map<string, Endpoint>)].map(([route, { query, body }]) => ({
      ...(description[route] as EndpointDescription),
      ...{ route, group, query, body },
    }));
  });
  return (await Promise.all(groups)).flat();
}
