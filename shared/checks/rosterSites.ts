import { QueryCommand, type QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import type { Seat } from "../entities/check.ts";
import { tableConfiguration } from "../table/entity.ts";

/** A website in a roster, with what a round of it has to know. */
export interface RosterSite {
  reseller_uuid: string;
  uuid: string;
  due_at: string;
  seat: Seat;
}

/**
 * The websites in a roster, all of them or so many. By an index, which shows a change within about a
 * second, and as it is stored: ElectroDB took a third of a round's time to look at each attribute.
 */
export async function findRosterSites(
  roster: number,
  { limit }: { limit?: number } = {},
): Promise<RosterSite[]> {
  const { table, client } = tableConfiguration;
  const sites: RosterSite[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: "gsi1",
        KeyConditionExpression: "gsi1pk = :pk",
        ExpressionAttributeValues: { ":pk": `due#uptime#${roster}` },
        ...(limit !== undefined && { Limit: limit }),
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    );
    for (const item of page.Items ?? []) if (item["seat"]) sites.push(item as RosterSite);
    ExclusiveStartKey = limit === undefined ? page.LastEvaluatedKey : undefined;
  } while (ExclusiveStartKey);
  return sites;
}
