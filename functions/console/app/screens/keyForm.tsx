import type { ApiError } from "reseller-website-monitoring-client";
import { explain, REFUSED } from "../parts/shown.tsx";

interface KeyFormProps {
  problem: ApiError | "refused" | undefined;
  isTrying: boolean;
  /** The key that the service has neither accepted nor refused yet. */
  known: string | null;
  enter(key: string): void;
}

/** Asks for the key. The field is one for passwords, so that no browser shows or suggests the key. */
export function KeyForm({ problem, isTrying, known, enter }: KeyFormProps) {
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
      <p role="alert" class={problem && "problem"}>
        {problem === "refused" ? REFUSED : problem && explain(problem)}{" "}
        {problem && known && (
          <button type="button" onClick={() => enter(known)}>
            Try again
          </button>
        )}
      </p>
      <p role="status">{isTrying && "Loading…"}</p>
    </main>
  );
}
