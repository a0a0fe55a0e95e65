import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env["TABLE_NAME"];
const PER_PAGE = 20;

interface Website {
  uuid: string;
  hostname: string;
  business_uuid: string;
  created_at: string;
  updated_at: string;
  is_hostname_up: boolean;
}

/** The two consistent queries of `GET /v1/websites` for a page whose numbers are known. */
async function listWebsites(reseller_uuid: string, business_uuid: string) {
  const pk = `reseller#${reseller_uuid}#business#${business_uuid}#websites`;
  const { Items: stripes = [] } = await query(pk, "begins_with(sk, :from)", { ":from": "s#" });
  const { Items: entries = [] } = await query(pk, "sk BETWEEN :from AND :to", {
    ":from": "entry#0000000000",
    ":to": "entry#0000000019",
  });
  const data = entries.map(({ record }): Website => {
    const { uuid, hostname, created_at, updated_at, is_hostname_up } = record;
    return { uuid, hostname, business_uuid, created_at, updated_at, is_hostname_up };
  });
  const total = stripes.reduce((sum, { n }) => sum + n, 0);
  const last_page = Math.max(1, Math.ceil(total / PER_PAGE));
  return { data, meta: { per_page: PER_PAGE, from: 1, to: data.length, last_page, total } };
}

function query(pk: string, sk: string, values: Record<string, string>) {
  return client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: `pk = :pk AND ${sk}`,
      ExpressionAttributeValues: { ":pk": pk, ...values },
      ConsistentRead: true,
      Limit: PER_PAGE,
    }),
  );
}

/** The document client and JSON, without a framework, checks, envelope or log line. */
export async function handler({ headers, queryStringParameters }: APIGatewayProxyEventV2) {
  const { businessUuid = "" } = queryStringParameters ?? {};
  const body = await listWebsites(headers["x-reseller"] ?? "", businessUuid);
  return { statusCode: 200, body: JSON.stringify(body) };
}
