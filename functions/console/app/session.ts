const KEY = "console-key";
const TOKEN = /^#open=([\w.-]+)$/;
/** How long a new tab waits for the key of another one. */
const ANSWER_MS = 250;

type Message = { kind: "ask" | "forget" } | { kind: "key"; key: string };

/** Between the tabs of this origin. What is said there is stored nowhere. */
const tabs = new BroadcastChannel(KEY);
const tell = (message: Message) => tabs.postMessage(message);

/** The key of this tab. It is gone when the tab is closed, and never part of an address. */
const readKey = () => sessionStorage.getItem(KEY) ?? undefined;

/** Keeps a key that the service has accepted. */
export const keepKey = (key: string) => sessionStorage.setItem(KEY, key);

/** Drops the key, and what a screen has kept with it. */
export const dropKey = () => sessionStorage.clear();

/** Drops the key in this tab and in all others. */
export function signOut(): void {
  dropKey();
  tell({ kind: "forget" });
}

/** Gives the key of this tab to new tabs; `forget` is called when another tab signs out. */
export function followTabs(forget: () => void): () => void {
  const follow = ({ data }: MessageEvent<Message>) => {
    const key = readKey();
    if (data.kind === "forget") forget();
    if (data.kind === "ask" && key) tell({ kind: "key", key });
  };
  tabs.addEventListener("message", follow);
  return () => tabs.removeEventListener("message", follow);
}

/** The key of this session: handed over by `npm start`, kept by this tab, or that of another open tab. */
export async function findKey(): Promise<string | undefined> {
  return (await readHandedKey()) ?? readKey() ?? (await askTabs());
}

/** The key, if the address has the token that `npm start` has printed. The token leaves the address at once. */
async function readHandedKey(): Promise<string | undefined> {
  const [, token] = TOKEN.exec(location.hash) ?? [];
  if (!token) return undefined;
  history.replaceState(null, "", location.pathname);
  const response = await fetch("console/key", { headers: { "console-token": token } });
  return response.ok ? await response.text() : undefined;
}

async function askTabs(): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const ended = new AbortController();
  const answer = ({ data }: MessageEvent<Message>) => data.kind === "key" && resolve(data.key);
  tabs.addEventListener("message", answer, ended);
  setTimeout(resolve, ANSWER_MS);
  tell({ kind: "ask" });
  const key = await promise;
  ended.abort();
  return key;
}
