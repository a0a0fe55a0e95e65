import { useEffect, useMemo, useState } from "preact/hooks";
import { type Account, type ApiError, createClient } from "reseller-website-monitoring-client";
import { ConsoleContext } from "./context.ts";
import { readHandedKey } from "./handover.ts";
import { fetchWithTags } from "./knownAnswers.ts";
import { Frame } from "./parts/frame.tsx";
import { KeyForm } from "./screens/keyForm.tsx";
import { dropKey, keepKey, readKey } from "./session.ts";

const TIMEOUT_MS = 20_000;
/** The API is where the console is, below a path that a proxy adds, too. */
const baseUrl = new URL(".", location.href).href.replace(/\/$/, "");

const clientFor = (apiKey: string) =>
  createClient({
    baseUrl,
    apiKey,
    fetch: fetchWithTags(),
    timeoutMs: TIMEOUT_MS,
    // A wait would look like a slow page: the screen says what is wrong, and asks again.
    maxRetries: 0,
  });

/** The console: asks for a key, and shows the screen of the address once the service has accepted it. */
export function App() {
  const [key, setKey] = useState(readKey);
  const [account, setAccount] = useState<Account>();
  const [problem, setProblem] = useState<ApiError | "refused">();
  const client = useMemo(() => clientFor(key ?? ""), [key]);

  const forget = (reason?: "refused") => {
    dropKey();
    setKey(undefined);
    setAccount(undefined);
    setProblem(reason);
  };

  useEffect(() => void readHandedKey().then((handed) => handed && setKey(handed)), []);
  useEffect(() => {
    if (key === undefined) return;
    let isCurrent = true;
    client.GET("/v1/account").then(({ data, error }) => {
      if (!isCurrent) return;
      if (error?.kind === "unauthorized") return forget("refused");
      if (error) return setProblem(error);
      keepKey(key);
      setProblem(undefined);
      setAccount(data.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [client]);

  if (!account || key === undefined) {
    return (
      <KeyForm
        problem={problem}
        isTrying={key !== undefined && !problem}
        known={key}
        enter={(entered) => {
          setProblem(undefined);
          setKey(undefined);
          queueMicrotask(() => setKey(entered));
        }}
      />
    );
  }
  return (
    <ConsoleContext.Provider value={{ client, account, refused: () => forget("refused") }}>
      <Frame forget={() => forget()} />
    </ConsoleContext.Provider>
  );
}
