import { useEffect, useMemo, useState } from "preact/hooks";
import { type Account, createClient } from "reseller-website-monitoring-client";
import { ConsoleContext, forgetAnswers } from "./answers.ts";
import { Frame } from "./parts/frame.tsx";
import { explain, Problem, REFUSED } from "./parts/shown.tsx";
import { dropKey, findKey, followTabs, keepKey, signOut } from "./session.ts";

const TIMEOUT_MS = 20_000;
/** The API is where the console is, below a path that a proxy adds, too. */
const baseUrl = new URL(".", location.href).href.replace(/\/$/, "");

const clientFor = (apiKey: string) =>
  createClient({
    baseUrl,
    apiKey,
    timeoutMs: TIMEOUT_MS,
    // A wait would look like a slow page: the screen says what is wrong, and asks again.
    maxRetries: 0,
  });

/** The console: asks for a key, and shows the screen of the address once the service has accepted it. */
export function App() {
  /** Undefined until the stored key is read; null without one. */
  const [key, setKey] = useState<string | null>();
  const [account, setAccount] = useState<Account>();
  const [problem, setProblem] = useState<string>();
  const client = useMemo(() => clientFor(key ?? ""), [key]);

  const forget = (reason?: string) => {
    dropKey();
    forgetAnswers();
    setKey(null);
    setAccount(undefined);
    setProblem(reason);
  };

  useEffect(() => {
    void findKey().then((sessionKey) => setKey(sessionKey ?? null));
    return followTabs(() => forget());
  }, []);
  useEffect(() => {
    if (!key) return;
    let isCurrent = true;
    client.GET("/v1/account").then(({ data, error }) => {
      if (!isCurrent) return;
      if (error?.kind === "unauthorized") return forget(REFUSED);
      // The stored key is tried again when the page is loaded again.
      if (error) {
        setKey(null);
        return setProblem(explain(error));
      }
      keepKey(key);
      setProblem(undefined);
      setAccount(data.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [client]);

  useEffect(() => {
    document.documentElement.style.setProperty("--brand", account?.branding.colour ?? "");
  }, [account]);

  const isTrying = key !== null && !account && !problem;
  // The form would flash up in a tab that has a key, or is given one by another tab.
  if (isTrying) {
    return (
      <main class="entry">
        <h1>Opening the console</h1>
      </main>
    );
  }
  if (!account || !key) {
    return (
      <KeyForm
        problem={problem}
        enter={(entered) => {
          setProblem(undefined);
          setKey(entered);
        }}
      />
    );
  }
  const leave = () => {
    signOut();
    forget();
  };
  return (
    <ConsoleContext.Provider value={{ client, account, refused: () => forget(REFUSED) }}>
      <Frame leave={leave} />
    </ConsoleContext.Provider>
  );
}

interface KeyFormProps {
  problem: string | undefined;
  enter(key: string): void;
}

/** Asks for the key. The field is one for passwords, so that no browser shows or suggests the key. */
function KeyForm({ problem, enter }: KeyFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const key = String(new FormData(event.currentTarget).get("key")).trim();
    if (key) enter(key);
  };
  return (
    <main class="entry">
      <h1>Open the console</h1>
      <form onSubmit={submit}>
        <label>
          API key
          <input
            name="key"
            type="password"
            required
            autocomplete="off"
            spellcheck={false}
            placeholder="rwm_…"
            aria-describedby="key-help"
          />
        </label>
        <p id="key-help" class="soft">
          The key stays in this browser until you sign out or close the console’s last tab. A
          read-only key is enough to look around.
        </p>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
      <Problem>{problem}</Problem>
    </main>
  );
}
