import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import { siteUrl } from "./addresses.ts";

/**
 * Uptime Kuma's own monitors, from its own source, without its web server: so many at once make
 * their second check, as the first is always one of note. Either its SQLite is behind them, set up
 * as its server does it, or nothing that keeps anything.
 */
const { root, count, port, atOnce, database } = readInput<{
  /** The folder of the package. */
  root: string;
  count: number;
  port: number;
  atOnce: number;
  database: boolean;
}>();

interface Monitor {
  start(io: unknown): void;
  heartbeatInterval?: { _onTimeout(): void };
}

interface Beans {
  dispense(type: string): Record<string, unknown>;
  store(bean: unknown): Promise<unknown>;
  getCell(sql: string): Promise<unknown>;
  autoloadModels(folder: string): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "uptime-kuma-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.chdir(root);
const load = createRequire(join(root, "package.json"));
const dayjs = load("dayjs");
for (const plugin of ["utc", "timezone"]) dayjs.extend(load(`dayjs/plugin/${plugin}`));
const { R } = load("redbean-node") as { R: Beans };
const Database = load("./server/database.js");
process.env["DATA_DIR"] = `${folder}/`;
Database.initDataDir({});
load("./server/uptime-kuma-server.js").UptimeKumaServer.getInstance({});
await (database ? openDatabase() : keepNothing());
const store = R.store.bind(R);
const stored = new Map<unknown, () => void>();
R.store = async (bean) => {
  const result = await store(bean);
  stored.get((bean as Record<string, unknown>)["monitor_id"])?.();
  return result;
};
const server = { to: () => ({ emit: () => {} }), sockets: { adapter: { rooms: new Map() } } };
const monitors = await Promise.all(Array.from({ length: count }, (_, index) => add(index)));

await checkAll(({ monitor }) => monitor.start(server));
tellParent(
  await effortOf(async () => {
    await checkAll(({ monitor }) => monitor.heartbeatInterval?._onTimeout());
    // What it asks of its database without waiting for it.
    await R.getCell("SELECT 1");
  }),
);

/** Has all monitors do something, so many at once, each until its result is stored. */
async function checkAll(begin: (entry: (typeof monitors)[number]) => void) {
  const rest = monitors.values();
  const work = async () => {
    for (const entry of rest) {
      await new Promise<void>((resolve) => {
        stored.set(entry.id, resolve);
        begin(entry);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function add(index: number) {
  const monitor = R.dispense("monitor");
  Object.assign(monitor, {
    ...{ user_id: 1, name: `Website ${index}`, type: "http", url: siteUrl(index, port) },
    // So that none of them checks again by itself meanwhile.
    ...{ interval: 86_400, timeout: 48, maxretries: 0, maxredirects: 10, active: 1, weight: 2000 },
    ...{ method: "GET", accepted_statuscodes_json: '["200-299"]' },
  });
  const id = database ? await store(monitor) : index;
  Object.assign(monitor, { id });
  return { id, monitor: monitor as unknown as Monitor };
}

async function openDatabase() {
  Database.writeDBConfig({ type: "sqlite" });
  await Database.connect(false, true, true);
  // The package has some of them a folder higher than it looks for them.
  const importFile = Database.importSQLFile.bind(Database);
  Database.importSQLFile = (file: string) =>
    importFile(existsSync(file) ? file : file.replace("old_migrations/", ""));
  await Database.patch();
  await R.store(Object.assign(R.dispense("user"), { username: "bench", password: "none" }));
}

/** Its code asks for earlier results, settings and parents, and there are none. */
async function keepNothing() {
  await R.autoloadModels("./server/model");
  const none = async () => null;
  const empty = async () => [];
  Object.assign(R, { findOne: none, getRow: none, getCell: none, store: none });
  Object.assign(R, { find: empty, getAll: empty, getCol: empty });
}
