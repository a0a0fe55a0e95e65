/** Mutants that no test has to notice, as `npm run mutants` prints them, and why not. */
export const accepted: { reason: string; mutants: string[] }[] = [
  {
    reason:
      "An answer without a body is no vote either way, and whoever waits for it ends the call after the same time.",
    mutants: [
      'functions/uptime/invokeProbe.ts | JSON.parse(Payload?.transformToString() ?? "null"), | Payload?.transformToString → Payload.transformToString',
      'functions/uptime/invokeProbe.ts | JSON.parse(Payload?.transformToString() ?? "null"), | "null" → ""',
      "functions/uptime/invokeProbe.ts | const requestHandler = { ...clientSettings.requestHandler, requestTimeout: WAIT_MS }; | { ...clientSettings.requestHandler, requestTimeout: WAIT_MS } → {}",
    ],
  },
  {
    reason: "The client throws nothing else.",
    mutants: [
      "functions/uptime/probeSite.ts | if (!(error instanceof OutboundError)) throw error; | !(error instanceof OutboundError) → false",
    ],
  },
  {
    reason: "Each URL gets the same fragment.",
    mutants: ['functions/uptime/oncePerUrl.ts | parsed.hash = ""; | "" → "Stryker was here!"'],
  },
  {
    reason: "Whoever waits for an answer only asks whether there was one.",
    mutants: [
      "functions/uptime/probeSite.ts | if (!answered) throw new Error(`${url} does not answer`); | `${url} does not answer` → ``",
      "functions/uptime/probeSite.ts | () => false, | () => false → () => undefined",
    ],
  },
  {
    reason: "A website without a place has no rounds, and an audit no place.",
    mutants: [
      "shared/checks/lastLooks.ts | const bucket = readBucket(looks[seat?.place ?? 0]); | seat?.place → seat.place",
      'shared/checks/reschedule.ts | return check.kind === "uptime" && isSeated(check) ? shardOf(check.uuid) : check.shard; | check.kind === "uptime" → true',
    ],
  },
  {
    reason:
      "Whole intervals more make no difference: the golden ratio, its inverse and its sum with one share their fraction.",
    mutants: [
      "shared/checks/rosters.ts | const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2; | Math.sqrt(5) - 1 → Math.sqrt(5) + 1",
      "shared/checks/rosters.ts | const share = (numberOfRoster(roster) * GOLDEN_RATIO) % 1; | (numberOfRoster(roster) * GOLDEN_RATIO) % 1 → numberOfRoster(roster) * GOLDEN_RATIO * 1",
      "shared/checks/rosters.ts | const share = (numberOfRoster(roster) * GOLDEN_RATIO) % 1; | numberOfRoster(roster) * GOLDEN_RATIO → numberOfRoster(roster) / GOLDEN_RATIO",
    ],
  },
  {
    reason: "A text instead of a record has none of its attributes, and counts for nothing.",
    mutants: [
      'functions/websites/maintenanceWindow.ts | return { record, windows: record?.windows ?? [] }; | [] → ["Stryker was here"]',
      'functions/uptime/tallyProbe.ts | const { finding, at, duration, announced = [] } = probe; | [] → ["Stryker was here"]',
      'shared/lists/searchAccount.ts | const places: { pk: string; place: string }[] = []; | [] → ["Stryker was here"]',
      'shared/checks/closedRosters.ts | function stretchOf(stretches: ClosedStretch[] = [], number: number): ClosedStretch | undefined { | [] → ["Stryker was here"]',
      'shared/checks/rosterHours.ts | const rows = last?.rows ?? []; | [] → ["Stryker was here"]',
      'shared/checks/rosterHours.ts | const { gaps = [], rows = [] } = last ?? {}; | [] → ["Stryker was here"]',
      'functions/uptime/advance.ts | { at, minutes, announced = [] }: Pick<Look, "at" | "minutes" | "announced">, | [] → ["Stryker was here"]',
      'functions/businesses/createBusiness.ts | const fields = customFields?.fields ?? []; | [] → ["Stryker was here"]',
      'functions/businesses/updateBusiness.ts | const fields = hasValues ? await readCustomFields(reseller_uuid) : []; | [] → ["Stryker was here"]',
      'functions/uptime/probeSite.ts | export function isUpElsewhere({ elsewhere = [] }: Pick<Probe, "elsewhere">): boolean { | [] → ["Stryker was here"]',
      'shared/checks/dailyFigures.ts | if (days.length === 0) return []; | [] → ["Stryker was here"]',
      'shared/checks/dailyFigures.ts | if (!data) return []; | [] → ["Stryker was here"]',
      'shared/checks/dailyFigures.ts | return seat ? await findRowsOfDay(seat.roster, day, now) : []; | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "One attempt more does no harm, and any other revision is as good.",
    mutants: [
      "shared/checks/closedRosters.ts | const revision = (known?.revision ?? 0) + 1; | (known?.revision ?? 0) + 1 → (known?.revision ?? 0) - 1",
    ],
  },
  {
    reason:
      "It only spares work: nothing is sent of none, the same day is written as it is, and what was noted is found so.",
    mutants: [
      "functions/uptime/confirmLater.ts | if (soon.length === 0) return; | soon.length === 0 → false",
      "functions/uptime/keepDays.ts | if (isKept && stays) return check; | isKept && stays → false",
    ],
  },
  {
    reason: "What is undefined is not written.",
    mutants: [
      "functions/uptime/runRound.ts | await reschedule(check, due_at, { memory, tallies, ...(folded !== undefined && { folded }) }); | folded !== undefined → true",
      "shared/checks/rosterHours.ts | ...(last ? last.since !== undefined && { since: last.since } : { since: row.at }), | last.since !== undefined → true",
      "functions/uptime/askProbes.ts | return { hostname: check.hostname, ...(url !== undefined && { url }) }; | url !== undefined → true",
      "functions/uptime/recordProbe.ts | ...(check.folded !== undefined && { folded: check.folded }), | check.folded !== undefined → true",
      "functions/uptime/settle.ts | ...(folded !== undefined && { folded }), | folded !== undefined → true",
    ],
  },
  {
    reason: "A tick that has nothing to enqueue of a shard leaves its cursor alone.",
    mutants: [
      "functions/schedule/cursor.ts | if (before >= until && !isAhead) return { ranges: [], sweeps: false, isAhead, found }; | false → true",
    ],
  },
  {
    reason: "The type allows for an absence that cannot occur.",
    mutants: [
      "shared/http/authorize.ts | if (endpointOf(event.routeKey)?.tellsSecret) { | endpointOf(event.routeKey)?.tellsSecret → endpointOf(event.routeKey).tellsSecret",
      "shared/http/endpointGroup.ts | .use(ignoredParameters((routeKey) => endpointOf(routeKey)?.query)) | endpointOf(routeKey)?.query → endpointOf(routeKey).query",
      "shared/lists/account.ts | if (!account) return []; | !account → false",
      "shared/lists/stripes.ts | BigInt(stripe[block] ?? 0) & ~BigInt(other?.[block] ?? 0), | other?.[block] → other[block]",
      "functions/uptime/assignSeats.ts | const closed = await findClosed(seated.flatMap(({ seat }) => seat?.roster ?? [])); | seat?.roster → seat.roster",
      'functions/uptime/assignSeats.ts | const closed = await findClosed(seated.flatMap(({ seat }) => seat?.roster ?? [])); | [] → ["Stryker was here"]',
      "functions/uptime/runRound.ts | if (!probe || !standing) return await skip((await keepDays(check, { now })) ?? check); | !probe || !standing → !probe && !standing",
      'functions/webhooks/createWebhook.ts | endpoint: body.endpoint ?? body.hostname ?? "", | "" → "Stryker was here!"',
      'functions/uptime/confirmLater.ts | const [{ reseller_uuid: group, due_at } = { reseller_uuid: "", due_at: "" }] = checks; | { reseller_uuid: "", due_at: "" } → {}',
      'functions/uptime/confirmLater.ts | const [{ reseller_uuid: group, due_at } = { reseller_uuid: "", due_at: "" }] = checks; | "" → "Stryker was here!"',
      "functions/uptime/controlLook.ts | return URL.parse(url)?.host ?? url; | URL.parse(url)?.host → URL.parse(url).host",
      'functions/uptime/runRound.ts | result.status === "rejected" ? { uuid: checks[index]?.uuid ?? "", error: result.reason } : [], | checks[index]?.uuid → checks[index].uuid',
      'functions/uptime/runRound.ts | result.status === "rejected" ? { uuid: checks[index]?.uuid ?? "", error: result.reason } : [], | "" → "Stryker was here!"',
      'functions/uptime/runRound.ts | return intervalMinutes("uptime", subscription?.plan ?? {}); | subscription?.plan → subscription.plan',
      'functions/uptime/recordProbe.ts | if (!audit?.memory["unreadable"] || audit.due_at <= timestamp(now)) return; | audit?.memory → audit.memory',
      "shared/checks/looks.ts | return found?.duration ?? 0; | found?.duration → found.duration",
      'shared/checks/rosterSites.ts | for await (const { Items = [] } of queryIndex(stretch, { Limit: limit })) { | [] → ["Stryker was here"]',
      "functions/schedule/enqueueDue.ts | (message) => message[field]?.[0]?.reseller_uuid, | message[field]?.[0]?.reseller_uuid → message[field]?.[0].reseller_uuid",
      "functions/schedule/enqueueDue.ts | (message) => message[field]?.[0]?.reseller_uuid, | message[field]?.[0] → message[field][0]",
      "functions/schedule/enqueueRounds.ts | const soon = Math.max(now, due[first]?.slot ?? 0) + TOGETHER_SECONDS; | due[first]?.slot → due[first].slot",
      "functions/schedule/enqueueRounds.ts | const last = rounds.at(-1)?.slot ?? now; | rounds.at(-1)?.slot → rounds.at(-1).slot",
    ],
  },
  {
    reason: "Both sides of the comparison give the same result when they are equal.",
    mutants: [
      "functions/websites/fetchUptime.ts | return [...before.filter(({ ended_at }) => !ended_at || ended_at > from), ...within]; | ended_at > from → ended_at >= from",
      "functions/websites/requestAudit.ts | .set({ due_at: check.due_at < now ? check.due_at : now, asked_at: now, shard }) | check.due_at < now → check.due_at <= now",
      'functions/uptime/recordProbe.ts | if (!audit?.memory["unreadable"] || audit.due_at <= timestamp(now)) return; | audit.due_at <= timestamp(now) → audit.due_at < timestamp(now)',
      "shared/checks/dailyFigures.ts | .toSorted((one, other) => (one.day < other.day ? -1 : 1)) | one.day < other.day → one.day <= other.day",
      "shared/checks/lastLooks.ts | return [...results, ...inRounds].toSorted((one, other) => (one.at < other.at ? 1 : -1)); | one.at < other.at → one.at <= other.at",
      "functions/schedule/cursor.ts | const fresh = { after: before < until ? before : EPOCH, until }; | before < until → before <= until",
      "functions/schedule/cursor.ts | return one < other ? one : other; | one < other → one <= other",
    ],
  },
  {
    reason:
      "A URL that is undefined is none of the website's; a status below 200 never arrives here.",
    mutants: [
      "functions/uptime/probeSite.ts | const first = preferred !== undefined && urls.includes(preferred) ? preferred : urls[0]; | preferred !== undefined → true",
      'functions/uptime/probeSite.ts | if (status >= 200 && status < 400) return { answered: true, outcome: "up" }; | status >= 200 → true',
    ],
  },
  {
    reason: "Whatever is not an audit needs the plan's downtime switch.",
    mutants: [
      'functions/uptime/runRound.ts | const wanted = read.filter((check) => isWanted("uptime", subscriptions.get(check.business_uuid))); | "uptime" → ""',
    ],
  },
  {
    reason: "The index holds no other attributes.",
    mutants: [
      'functions/schedule/due.ts | const attributes: (keyof Due)[] = ["reseller_uuid", "uuid", "due_at"]; | ["reseller_uuid", "uuid", "due_at"] → []',
    ],
  },
  {
    reason: "It only spares work: the slice of positions is empty where it is left out.",
    mutants: [
      "shared/lists/bitmap.ts | if (total + count > offset && sequences.length < limit) { | total + count > offset && sequences.length < limit → true",
      "shared/lists/bitmap.ts | if (total + count > offset && sequences.length < limit) { | total + count > offset && sequences.length < limit → total + count > offset || sequences.length < limit",
      "shared/lists/bitmap.ts | if (total + count > offset && sequences.length < limit) { | total + count > offset → true",
      "shared/lists/bitmap.ts | if (total + count > offset && sequences.length < limit) { | total + count > offset → total + count >= offset",
      "shared/lists/bitmap.ts | if (total + count > offset && sequences.length < limit) { | sequences.length < limit → true",
      "shared/lists/bitmap.ts | if (total + count > offset && sequences.length < limit) { | sequences.length < limit → sequences.length <= limit",
    ],
  },
  {
    reason: "One more round finds nothing: there is no such block, and no such digit.",
    mutants: [
      "shared/lists/bitmap.ts | for (let position = 0; position < digits.length; position += 1) { | position < digits.length → position <= digits.length",
    ],
  },
  {
    reason: "A list has a first number when it has a last one, and none when it is empty.",
    mutants: [
      "shared/lists/readPage.ts | if (first === undefined || last === undefined) return []; | first === undefined || last === undefined → first === undefined && last === undefined",
      "shared/lists/readPage.ts | if (first === undefined || last === undefined) return []; | first === undefined → false",
    ],
  },
  {
    reason:
      "It only bounds memory: what has expired is not found either, and filling the cache takes a thousand keys.",
    mutants: [
      "shared/http/authenticate.ts | if (cache.size >= CACHED_KEYS) cache.clear(); | cache.clear(); → ;",
      "shared/http/authenticate.ts | cache.delete(sha256); | cache.delete(sha256); → ;",
      "shared/http/authenticate.ts | if (cache.size >= CACHED_KEYS) cache.clear(); | cache.size >= CACHED_KEYS → cache.size > CACHED_KEYS",
      "shared/http/authenticate.ts | if (cache.size >= CACHED_KEYS) cache.clear(); | cache.size >= CACHED_KEYS → false",
    ],
  },
  {
    reason: "Without the condition it compares with NaN, which is false as well.",
    mutants: [
      "shared/checks/dailyFigures.ts | if (isSeen && before !== undefined && at - before <= limit) { | before !== undefined → true",
      "shared/checks/rosterHours.ts | const isGap = before !== undefined && at - before > limit; | before !== undefined → true",
      'shared/checks/rosterHours.ts | const unknown = last.since === undefined ? [] : [{ from: joined, to: last.since }]; | [] → ["Stryker was here"]',
      "shared/http/authenticate.ts | return expires_at !== undefined && Date.parse(expires_at) <= Date.now(); | expires_at !== undefined → true",
    ],
  },
  {
    reason: "Any list without a second element says that the text is no key.",
    mutants: [
      'shared/http/apiKey.ts | const [, secret, sum] = FORMAT.exec(text) ?? []; | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "Any other text is no content type, and no JSON, as the empty one is.",
    mutants: [
      'shared/http/jsonBody.ts | if (!APPLICATION_JSON.test(event.headers["content-type"] ?? "")) { | "" → "Stryker was here!"',
      'shared/http/jsonBody.ts | if (typeof body !== "string") return ""; | "" → "Stryker was here!"',
    ],
  },
  {
    reason: "What the parser of a library makes of it, our own parsing makes as well.",
    mutants: [
      "shared/http/jsonBody.ts | await parseJson?.(request as Parameters<typeof parseJson>[0]); | parseJson?.(request as Parameters<typeof parseJson>[0]) → parseJson(request as Parameters<typeof parseJson>[0])",
    ],
  },
  {
    reason: "The type allows for an absence that cannot occur here.",
    mutants: [
      'shared/http/validation.ts | if (issue.code === "custom") return { [String(issue.params?.["rule"])]: issue.message }; | issue.params?.["rule"] → issue.params["rule"]',
      "shared/http/requestLog.ts | if (!response) return; | !response → false",
    ],
  },
  {
    reason: "A field has one or two parts: the second is the last.",
    mutants: [
      'shared/http/validation.ts | const words = (field.split(".").at(-1) ?? field).replace(/_/g, " "); | -1 → +1',
    ],
  },
  {
    reason: "It only bounds memory, or spares a request for nothing: the answer is the same.",
    mutants: [
      "shared/checks/subscriptions.ts | if (missing.length === 0) return found; | missing.length === 0 → false",
      "shared/checks/subscriptions.ts | if (kept.size > KEPT_BUSINESSES) kept.clear(); | kept.size > KEPT_BUSINESSES → true",
      "shared/checks/subscriptions.ts | if (kept.size > KEPT_BUSINESSES) kept.clear(); | kept.size > KEPT_BUSINESSES → false",
      "shared/checks/subscriptions.ts | if (kept.size > KEPT_BUSINESSES) kept.clear(); | kept.size > KEPT_BUSINESSES → kept.size >= KEPT_BUSINESSES",
      "shared/checks/subscriptions.ts | if (kept.size > KEPT_BUSINESSES) kept.clear(); | kept.clear(); → ;",
      "shared/checks/subscriptions.ts | if (kept.size > KEPT_BUSINESSES) kept.clear(); | kept.size > KEPT_BUSINESSES → kept.size <= KEPT_BUSINESSES",
      "shared/checks/subscriptions.ts | for (const { uuid } of missing) kept.delete(uuid); | kept.delete(uuid); → ;",
      "shared/checks/findChecks.ts | if (keys.size === 0) return []; | keys.size === 0 → false",
    ],
  },
  {
    reason: "A response may be a byte longer or shorter: Lambda takes six times as much.",
    mutants: [
      "functions/feedItems/listFeedItems.ts | bytes += Buffer.byteLength(JSON.stringify(item)) + 1; | Buffer.byteLength(JSON.stringify(item)) + 1 → Buffer.byteLength(JSON.stringify(item)) - 1",
      "functions/feedItems/listFeedItems.ts | if (bytes > RESPONSE_BYTES) break; | bytes > RESPONSE_BYTES → bytes >= RESPONSE_BYTES",
      'functions/feedItems/listFeedItems.ts | const ENVELOPE_BYTES = Buffer.byteLength(JSON.stringify(fetched([]))); | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "A reseller without custom fields has none with this name either.",
    mutants: [
      'functions/businesses/business.ts | return { business, fields: customFields?.fields ?? [] }; | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "An object with one value has every one where it has some.",
    mutants: [
      'functions/businesses/customFieldValues.ts | return values.length === 1 && values.every((value) => typeof value === "string"); | values.every((value) => typeof value === "string") → values.some(value => typeof value === "string")',
    ],
  },
  {
    reason:
      "The type allows for an absence that cannot occur: records of these kinds have a number in the list of all.",
    mutants: [
      "shared/lists/account.ts | if (!kind.account || sequence === undefined) return []; | !kind.account || sequence === undefined → !kind.account && sequence === undefined",
      "shared/lists/account.ts | if (!kind.account || sequence === undefined) return []; | sequence === undefined → false",
      'shared/lists/account.ts | const sequences = gone.flatMap(({ account_sequence }) => account_sequence ?? []); | [] → ["Stryker was here"]',
      "shared/lists/account.ts | if (!account || sequences.length === 0) return; | !account || sequences.length === 0 → !account && sequences.length === 0",
      "shared/lists/account.ts | if (!account || sequences.length === 0) return; | sequences.length === 0 → false",
      "shared/lists/readAccount.ts | return !part || kind.account.parts[part.name]?.(record) === part.holds; | kind.account.parts[part.name]?.(record) → kind.account.parts[part.name](record)",
      'shared/lists/searchAccount.ts | const [, number, uuid = ""] = end; | "" → "Stryker was here!"',
      'shared/lists/searchAccount.ts | for await (const { Items = [] } of queryIndex({ index: "gsi2", partition, prefix })) { | [] → ["Stryker was here"]',
    ],
  },
  {
    reason:
      "ElectroDB leaves out what is none of an entity's attributes, and a kind without a list of all has no parts of it.",
    mutants: [
      'shared/lists/account.ts | const counters = lists.flatMap((list) => list?.counter ?? []); | [] → ["Stryker was here"]',
      "shared/lists/account.ts | if (sequence === undefined) return []; | sequence === undefined → false",
      'shared/lists/account.ts | if (!account) return []; | [] → ["Stryker was here"]',
      'shared/lists/changeListed.ts | ...(kind.owns?.(found) ?? []).flatMap(close), | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "There is one part so far.",
    mutants: [
      "shared/lists/account.ts | const isIn = (parts: List[], { list }: List) => parts.some((each) => each.list === list); | each.list === list → true",
    ],
  },
  {
    reason: "The total is the same, however many numbers are asked for.",
    mutants: [
      "functions/account/fetchAccount.ts | const NOTHING = { offset: 0, limit: 0 }; | { offset: 0, limit: 0 } → {}",
      "shared/lists/bitmap.ts | const { total } = findLive(segments, { offset: 0, limit: 0 }); | { offset: 0, limit: 0 } → {}",
    ],
  },
  {
    reason: "One more block is made that nobody reads.",
    mutants: [
      "shared/lists/combineSegments.ts | for (let index = 0; index < BLOCKS_PER_SEGMENT; index += 1) { | index < BLOCKS_PER_SEGMENT → index <= BLOCKS_PER_SEGMENT",
    ],
  },
  {
    reason: "What takes other numbers of the same reseller has thrown by then.",
    mutants: [
      "functions/onboarding/onboard.ts | if (!place) throw new NotAuthenticated(); | !place → false",
    ],
  },
  {
    reason: "The first stretch of a stripe is read before its others.",
    mutants: [
      "shared/lists/room.ts | const gate = stripes.find(({ segment, stripe }) => segment === 0 && stripe === number); | segment === 0 → true",
    ],
  },
  {
    reason: "Any other text is no address, no key, no coding and no tag, as the empty one is.",
    mutants: [
      'shared/http/contentCoding.ts | function readWeights(acceptEncoding = ""): Map<string, number> { | "" → "Stryker was here!"',
      'shared/http/contentCoding.ts | const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase()); | "" → "Stryker was here!"',
      'shared/http/entityTag.ts | return header.match(/(?:W\\/)?"[^"]*"/g) ?? []; | [] → ["Stryker was here"]',
      'shared/http/networks.ts | const [, address = "", length] = NETWORK.exec(text) ?? []; | "" → "Stryker was here!"',
      'shared/http/networks.ts | const [, address = "", length] = NETWORK.exec(text) ?? []; | [] → ["Stryker was here"]',
      'shared/http/apiKey.ts | const [, secret, sum] = FORMAT.exec(apiKey) ?? []; | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "It costs or spares processor time only: what is answered is the same.",
    mutants: [
      "shared/http/contentCoding.ts | return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }); | { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } → {}",
      "shared/http/contentCoding.ts | return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }); | { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } → {}",
      "shared/http/networks.ts | known.set(networks, found); | known.set(networks, found); → ;",
    ],
  },
  {
    reason: "The type allows for an absence that the middleware before it has ruled out.",
    mutants: [
      "shared/http/authorize.ts | if (!event.api_key?.is_read_only) return; | event.api_key?.is_read_only → event.api_key.is_read_only",
      'shared/http/rateLimit.ts | if (reseller_uuid === undefined) throw new Error("The request is not authenticated"); | reseller_uuid === undefined → false',
      'shared/http/rateLimit.ts | if (reseller_uuid === undefined) throw new Error("The request is not authenticated"); | "The request is not authenticated" → ""',
      "shared/http/transfer.ts | if (!response) return; | !response → false",
      'shared/http/transfer.ts | const own = headers?.["etag"]; | headers?.["etag"] → headers["etag"]',
    ],
  },
  {
    reason: "Any order will do, as long as it is the same each time.",
    mutants: [
      "shared/http/idempotencyKey.ts | return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)); | a < b → a <= b",
      "shared/http/idempotencyKey.ts | return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)); | a < b → a >= b",
    ],
  },
  {
    reason: "What is as long one way as the other may go either way.",
    mutants: [
      "shared/http/transfer.ts | if (base64.length >= bytes && !isSmallOnDemand(bytes, accepted)) return response; | base64.length >= bytes → base64.length > bytes",
    ],
  },
  {
    reason: "It only spares a read, or a pause: what is found, and written, is the same.",
    mutants: [
      "shared/lists/account.ts | if (counters.length === 0) return lists.map(() => undefined) as never; | counters.length === 0 → false",
      "functions/businesses/updateBusiness.ts | const hasValues = custom_fields !== undefined || custom_field_values.length > 0; | custom_fields !== undefined || custom_field_values.length > 0 → true",
      "functions/businesses/updateBusiness.ts | const hasValues = custom_fields !== undefined || custom_field_values.length > 0; | custom_field_values.length > 0 → custom_field_values.length >= 0",
    ],
  },
  {
    reason:
      "It ends what nobody waits for any more: its test fails without it, but leaves behind what it hangs on.",
    mutants: [
      "functions/uptime/askProbes.ts | } finally { | { ending.abort(); } → {}",
      "functions/uptime/askProbes.ts | ending.abort(); | ending.abort(); → ;",
    ],
  },
  {
    reason: "What could not be read is a failure already, and counts as one.",
    mutants: [
      'functions/uptime/runRound.ts | const read = known.flatMap((one) => (one.status === "fulfilled" ? one.value : [])); | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "What was rejected has no value.",
    mutants: [
      'functions/uptime/runRound.ts | soon: results.flatMap((result) => (result.status === "fulfilled" ? (result.value ?? []) : [])), | result.status === "fulfilled" → true',
    ],
  },
  {
    reason: "Only what finds more than 5,000 records says of which parameter it is.",
    mutants: [
      'shared/lists/searchAccount.ts | return await searchAccount(reseller_uuid, { text, field: "name" }, isInList); | "name" → ""',
      'functions/account/listAccountWebsites.ts | const sought = hostname && { text: foldHost(hostname), isWhole: true, field: "hostname" }; | "hostname" → ""',
    ],
  },
  {
    reason: "What says nothing of consistency is not consistent either.",
    mutants: [
      "shared/checks/closedRosters.ts | { consistent: false }, | { consistent: false } → {}",
    ],
  },
  {
    reason: "No record is in a part of the list when it is made.",
    mutants: [
      "shared/lists/account.ts | ...partsOf(kind, record).flatMap((part) => enter(part, sequence)), | (part) => enter(part, sequence) → () => undefined",
    ],
  },
  {
    reason:
      "There are more copies than the page has only where others were made between all of its reads.",
    mutants: [
      "shared/lists/readAccount.ts | return places.slice(0, sequences.length).map(({ uuid }) => String(uuid)); | places.slice(0, sequences.length) → places",
      "shared/lists/readPage.ts | const page = copies.slice(0, slice.limit); | copies.slice(0, slice.limit) → copies",
    ],
  },
  {
    reason: "The index and the list have no more of it than what is asked for.",
    mutants: [
      'shared/lists/readPage.ts | .go({ consistent: true, pages: "all", attributes: ["record"], originalErr: true }); | ["record"] → []',
      "shared/lists/stripes.ts | const { pk } = stripeKey(list, { segment: 0, stripe: 0 }); | { segment: 0, stripe: 0 } → {}",
      "shared/lists/stripes.ts | const query = ListStripe.query.ofList({ pk }).begins({ sk: PREFIX }); | { sk: PREFIX } → {}",
    ],
  },
  {
    reason: "It spares ElectroDB work: what fails is known by its cause as well.",
    mutants: [
      'shared/lists/readPage.ts | .go({ consistent: true, pages: "all", attributes: ["record"], originalErr: true }); | true → false',
    ],
  },
  {
    reason:
      "It only spares work: nothing is sent of none, the same day is written as it is, and what was noted is found so.",
    mutants: ["functions/uptime/keepDays.ts | if (!isKept) { | !isKept → true"],
  },
  {
    reason: "There is no digit, and no number, beyond the last: nothing is found there.",
    mutants: [],
  },
  {
    reason: "Both are there, or neither.",
    mutants: [],
  },
  {
    reason: "A text that is later than each day says no more than none.",
    mutants: [
      'functions/uptime/keepDays.ts | { folded = "", tallies = {} }: CheckRecord<"uptime">, | "" → "Stryker was here!"',
    ],
  },
  {
    reason: "Yesterday is not asked about where it was kept.",
    mutants: [
      'functions/uptime/keepDays.ts | const written = folded <= yesterday ? folded : ""; | folded <= yesterday → folded < yesterday',
    ],
  },
  {
    reason: "A URL at another port is refused before anything else can fail.",
    mutants: [
      'functions/uptime/probeSite.ts | if (outcome === "blocked" && isAtOtherPort(url)) return "port"; | outcome === "blocked" → true',
    ],
  },
  {
    reason: "Nothing was looked at where nothing was observed: both are null in JSON.",
    mutants: [
      "functions/websites/fetchUptime.ts | return observed > 0 ? Math.floor((1 - Math.min(1, down / observed)) * 10_000) / 100 : null; | observed > 0 → true",
      "functions/websites/fetchUptime.ts | return observed > 0 ? Math.floor((1 - Math.min(1, down / observed)) * 10_000) / 100 : null; | observed > 0 → observed >= 0",
    ],
  },
  {
    reason: "Any other revision is as good.",
    mutants: [
      "functions/websites/maintenanceWindow.ts | const revision = (record?.revision ?? 0) + 1; | (record?.revision ?? 0) + 1 → (record?.revision ?? 0) - 1",
    ],
  },
  {
    reason: "The sort asks only whether one is to be before the other.",
    mutants: [
      "functions/websites/maintenanceWindow.ts | (a, b) => (a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at)), | a.starts_at > b.starts_at → true",
      "functions/websites/maintenanceWindow.ts | (a, b) => (a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at)), | a.starts_at > b.starts_at → false",
      "functions/websites/maintenanceWindow.ts | (a, b) => (a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at)), | a.starts_at > b.starts_at → a.starts_at >= b.starts_at",
      "functions/websites/maintenanceWindow.ts | (a, b) => (a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at)), | a.starts_at > b.starts_at → a.starts_at <= b.starts_at",
    ],
  },
  {
    reason: "What is undefined is later than nothing.",
    mutants: [
      "functions/websites/requestAudit.ts | const isUnderWay = claimed_until !== undefined && claimed_until > now; | claimed_until !== undefined → true",
    ],
  },
  {
    reason: "Of two the last one is the second.",
    mutants: [
      "functions/websites/requestAudit.ts | const last = isUnderWay ? now : [crawled_at, asked_at].toSorted().at(-1); | -1 → +1",
    ],
  },
  {
    reason: "Nobody asks for more than the second.",
    mutants: [
      'shared/http/idempotencyKey.ts | const [, quoted] = QUOTED.exec(value) ?? []; | [] → ["Stryker was here"]',
    ],
  },
  {
    reason: "A header that is undefined is not sent, and there is always an answer.",
    mutants: [
      "shared/http/ignoredParameters.ts | if (!response || ignored_parameters === undefined || reseller_uuid === undefined) return; | !response || ignored_parameters === undefined → false",
      "shared/http/ignoredParameters.ts | if (!response || ignored_parameters === undefined || reseller_uuid === undefined) return; | !response || ignored_parameters === undefined → !response && ignored_parameters === undefined",
      "shared/http/ignoredParameters.ts | if (!response || ignored_parameters === undefined || reseller_uuid === undefined) return; | ignored_parameters === undefined → false",
    ],
  },
  {
    reason: "What is left in is an unknown field, which no schema takes.",
    mutants: [
      'shared/http/jsonBody.ts | const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]); | ["__proto__", "constructor", "prototype"] → []',
    ],
  },
  {
    reason: "What the parser refuses is read again, to the same end.",
    mutants: [
      "shared/http/jsonBody.ts | Object.assign(event, { body: text, text, isBase64Encoded: false }); | false → true",
    ],
  },
  {
    reason: "The numbers among all that an account has are refused for the same reason.",
    mutants: [
      "functions/onboarding/onboard.ts | if (!place) throw new NotAuthenticated(); | throw new NotAuthenticated(); → ;",
    ],
  },
  {
    reason: "It is there for the type alone: only endpoints that are made here have it.",
    mutants: ["shared/http/postEndpoint.ts | takesIdempotencyKey: true, | true → false"],
  },
];
