import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { tableConfiguration } from "../../../../shared/table/entity.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import type { Handler, Lambda } from "./lambda.ts";

/** A way in which a new version may be bad. */
export interface BadVersion {
  what: string;
  folder: string;
  spoil: (good: Handler, lambda: Lambda) => Handler;
  /** What the old version does otherwise than the good one. */
  old?: (good: Handler) => Handler;
}

/** Without a handler, Lambda answers each call with the error of the module. */
const crash = (message: string) => async () => {
  throw new Error(message);
};

const isVerb = (verb: string, event: { routeKey?: string }) =>
  event.routeKey?.startsWith(`${verb} `);

/** A route that the group does not know: the real handler answers 500. */
const broken = (event: object) => ({ ...event, routeKey: "PUT /v1/broken" });

/** Calls a handler while its requests to the table pass `change`. */
function meddling(
  good: Handler,
  change: (command: string, input: Record<string, unknown>) => void,
): Handler {
  return async (event, context) => {
    const end = interceptRequests(change);
    try {
      return await good(event, context);
    } finally {
      end();
    }
  };
}

const denied = () =>
  Object.assign(new Error("not authorized to perform: dynamodb:PutItem"), {
    name: "AccessDeniedException",
    $fault: "client",
    $metadata: { httpStatusCode: 400 },
  });

const missingTable = () =>
  Object.assign(new Error("Requested resource not found"), {
    name: "ResourceNotFoundException",
    $fault: "client",
    $metadata: { httpStatusCode: 400 },
  });

const givesBack = async ({ Records }: { Records: { messageId: string }[] }) => ({
  batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

/** Bad versions of every kind that a check is to find. */
export const badVersions: BadVersion[] = [
  { what: "throws while loading", folder: "users", spoil: () => crash("Cannot find module") },
  {
    what: "a worker that throws while loading",
    folder: "subscriptions",
    spoil: () => crash("Cannot find module"),
  },
  {
    what: "500 on one verb",
    folder: "websites",
    spoil: (good) => (event, context) =>
      good(isVerb("PATCH", event) ? broken(event) : event, context),
  },
  {
    what: "500 for one request in eight",
    folder: "businesses",
    spoil: (good) => {
      let calls = 0;
      return (event, context) => {
        calls += 1;
        return good(calls % 8 === 0 ? broken(event) : event, context);
      };
    },
  },
  {
    what: "401 for all",
    folder: "competitors",
    spoil: (good) => (event, context) => {
      const { "api-key": _, ...headers } = event.headers;
      return good({ ...event, headers }, context);
    },
  },
  {
    what: "accepts requests without a key",
    folder: "plans",
    spoil: () => async () => ({ statusCode: 200, headers: {}, body: '{"data":[]}' }),
  },
  {
    what: "slow by 3 s",
    folder: "account",
    spoil: (good, lambda) => (event, context) => {
      lambda.pass(3000);
      return good(event, context);
    },
  },
  {
    what: "slow by 3 s on one verb",
    folder: "webhooks",
    spoil: (good, lambda) => (event, context) => {
      if (isVerb("POST", event)) lambda.pass(3000);
      return good(event, context);
    },
  },
  {
    what: "lists are empty",
    folder: "websites",
    spoil: (good) => async (event, context) => {
      const answer = (await good(event, context)) as { statusCode: number; body: string };
      if (event.routeKey !== "GET /v1/websites" || answer.statusCode !== 200) return answer;
      return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), data: [] }) };
    },
  },
  {
    what: "wrong table",
    folder: "onboarding",
    spoil: (good) =>
      meddling(good, () => {
        throw missingTable();
      }),
  },
  {
    what: "a worker with the wrong table",
    folder: "deliverer",
    spoil: (good) =>
      meddling(good, () => {
        throw missingTable();
      }),
  },
  {
    what: "no permission for a verb",
    folder: "users",
    spoil: (good) =>
      meddling(good, (command, input) => {
        if (command === "TransactWrite" && JSON.stringify(input).includes('"Delete"'))
          throw denied();
      }),
  },
  {
    what: "writes a form that the old version can't read",
    folder: "websites",
    spoil: writingAnotherForm,
  },
  {
    what: "a worker that acknowledges and does nothing",
    folder: "uptime",
    spoil: () => async () => ({ batchItemFailures: [] }),
  },
  {
    what: "a worker that reads messages and then does nothing",
    folder: "cleanup",
    spoil: () => async (event) => {
      try {
        for (const { body } of event.Records)
          if (!JSON.parse(body).entity) throw new Error("unreadable");
        return { batchItemFailures: [], requests: 0 };
      } catch {
        return await givesBack(event);
      }
    },
  },
  {
    what: "a worker that gives back everything",
    folder: "rounds",
    spoil: (good) => (event, context) => givesBackCounted(event, good, context),
  },
  {
    what: "memory runs out in every third call",
    folder: "feedItems",
    spoil: (good) => leaking(good, 3),
  },
  {
    what: "a new environment variable is missing",
    folder: "customFields",
    spoil: () => crash("The environment variable NEW_SETTING is missing"),
  },
  {
    what: "pages that are not found",
    folder: "reference",
    spoil: () => async () => ({ statusCode: 404, headers: {}, body: "" }),
  },
  {
    what: "nothing (it has routes that the old version lacks)",
    folder: "websites",
    spoil: (good) => good,
    old: (good) => (event, context) =>
      good(/maintenance|audit/.test(event.routeKey) ? broken(event) : event, context),
  },
];

function leaking(good: Handler, last: number): Handler {
  let calls = 0;
  return async (event, context) => {
    calls += 1;
    if (calls % last === 0) throw new Error("Runtime exited with error: signal: killed");
    return await good(event, context);
  };
}

/** As the real worker gives back: what it can't read. */
async function givesBackCounted(event: { Records: object[] }, good: Handler, context: unknown) {
  const Records = event.Records.map((record) => ({ ...record, body: "{}" }));
  return await good({ ...event, Records }, context);
}

interface Key {
  pk: string;
  sk: string;
}

/** Stores websites as another version of their entity, which it understands itself. */
function writingAnotherForm(good: Handler): Handler {
  const stored: Key[] = [];
  const noting = meddling(good, (_, { TransactItems = [] }) => {
    for (const { Put } of TransactItems as { Put?: { Item: Key & { __edb_e__: string } } }[]) {
      if (Put?.Item.__edb_e__ === "website") stored.push({ pk: Put.Item.pk, sk: Put.Item.sk });
    }
  });
  return async (event, context) => {
    for (const key of stored) await setForm(key, "1");
    const answer = await noting(event, context);
    for (const key of stored) await setForm(key, "2");
    return answer;
  };
}

async function setForm(Key: Key, version: string) {
  const { client, table: TableName } = tableConfiguration;
  const found = await client.send(new GetCommand({ TableName, Key }));
  if (found.Item) {
    await client.send(new PutCommand({ TableName, Item: { ...found.Item, __edb_v__: version } }));
  }
}
