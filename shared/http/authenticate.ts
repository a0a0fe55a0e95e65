import type { MiddlewareObj } from "@middy/core";
import { ApiKey, type ApiKeyRecord } from "../entities/apiKey.ts";
import { isServed } from "../limits/resellers.ts";
import { identifyApiKey, isWellFormedApiKey } from "../platform/apiKey.ts";
import { Forbidden, NotAuthenticated } from "../platform/errors.ts";
import { addLogFields, describeError, log } from "../platform/log.ts";
import { timestamp } from "../platform/time.ts";
import { isWithin } from "./addresses.ts";
import type { Endpoint } from "./endpoint.ts";
import { type ApiEvent, addHeaders } from "./event.ts";

/** How long an operator's change of a key takes to have effect. */
const KEY_CACHE_SECONDS = 10;
const LAST_USED_SECONDS = 3600;
const CACHED_KEYS = 1000;

/** Valid keys by their SHA-256. A revoked key stays valid until `until` at most. */
const cache = new Map<string, { record: ApiKeyRecord; until: number }>();

/**
 * Identifies the reseller by the `api-key` header (section 5 of the specification). All invalid keys
 * get the same answer; a wrong checksum costs no read.
 */
export function authenticate(): MiddlewareObj<ApiEvent> {
  return {
    before: async ({ event }) => {
      const record = await requireKey(event.headers["api-key"]);
      event.api_key = record;
      event.reseller_uuid = record.reseller_uuid;
      if (record.expires_at) addHeaders(event, { "x-api-key-expires-at": record.expires_at });
      addLogFields({ reseller_uuid: record.reseller_uuid });
    },
  };
}

/** The record of a valid key; throws NotAuthenticated. */
async function requireKey(apiKey: string | undefined): Promise<ApiKeyRecord> {
  if (!apiKey || !isWellFormedApiKey(apiKey)) throw new NotAuthenticated();
  const { uuid, sha256 } = identifyApiKey(apiKey);
  const record = findCached(sha256) ?? (await read(uuid, sha256));
  const isValid = record && !hasExpired(record) && (await isServed(record.reseller_uuid));
  if (!isValid) throw new NotAuthenticated();
  return record;
}

function findCached(sha256: string): ApiKeyRecord | undefined {
  const cached = cache.get(sha256);
  return cached && cached.until > Date.now() ? cached.record : undefined;
}

async function read(uuid: string, sha256: string): Promise<ApiKeyRecord | undefined> {
  const until = Date.now() + KEY_CACHE_SECONDS * 1000;
  const { data: record } = await ApiKey.get({ uuid }).go({ consistent: true });
  if (record?.sha256 !== sha256 || record.revoked_at || hasExpired(record)) {
    cache.delete(sha256);
    return undefined;
  }
  if (cache.size >= CACHED_KEYS) cache.clear();
  const noted = { ...record, ...(await noteUse(record)) };
  cache.set(sha256, { record: noted, until });
  return noted;
}

function hasExpired({ expires_at }: ApiKeyRecord): boolean {
  return expires_at !== undefined && Date.parse(expires_at) <= Date.now();
}

/** Records at most hourly when a key was last used. If that fails, the request goes on. */
async function noteUse({ uuid, last_used_at }: ApiKeyRecord) {
  if (last_used_at && Date.now() - Date.parse(last_used_at) < LAST_USED_SECONDS * 1000) return {};
  const now = { last_used_at: timestamp() };
  try {
    await ApiKey.patch({ uuid }).set(now).go();
    return now;
  } catch (error) {
    log("warn", "the last use of a key could not be recorded", describeError(error));
    return {};
  }
}

const CONTACT = "Your contact at the provider";

/**
 * Refuses a request that its key does not allow: from another address, or, with a read-only key, a
 * change or a request for a secret. The address is the one that API Gateway saw: headers can be forged.
 */
export function authorize(
  endpointOf: (event: ApiEvent) => Endpoint | undefined,
): MiddlewareObj<ApiEvent> {
  return {
    before: ({ event }) => {
      const { sourceIp } = event.requestContext.http;
      if (isElsewhere(event)) {
        throw new Forbidden(
          `This API key is not accepted from ${sourceIp}. ${CONTACT} can allow this address.`,
        );
      }
      if (!event.api_key?.is_read_only) return;
      if (!event.routeKey.startsWith("GET ")) {
        throw new Forbidden(
          `This API key is read-only: it can be used for GET and HEAD. ${CONTACT} issues keys that can change something.`,
        );
      }
      if (endpointOf(event)?.tellsSecret) {
        throw new Forbidden(
          `This API key is read-only: it is told no secrets. ${CONTACT} issues keys that are.`,
        );
      }
    },
  };
}

/** Whether the request comes from an address that its key does not allow. */
function isElsewhere({ api_key, requestContext }: ApiEvent): boolean {
  const { allowed_ips } = api_key ?? {};
  return allowed_ips !== undefined && !isWithin(requestContext.http.sourceIp, allowed_ips);
}
