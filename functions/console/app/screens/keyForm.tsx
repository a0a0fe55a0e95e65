import type { ApiError } from "reseller-website-monitoring-client";
import { explain } from "../parts/shown.tsx";
import { t } from "../texts.ts";

interface KeyFormProps {
  problem: ApiError | "refused" | undefined;
  isTrying: boolean;
  /** The key that the service has neither accepted nor refused yet. */
  known: string | undefined;
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
      <h1>{t("keyTitle")}</h1>
      <form onSubmit={submit}>
        <label>
          {t("key")}
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
          {t("keyHelp")}
        </p>
        <button type="submit" class="primary">
          {t("open")}
        </button>
      </form>
      <p role="alert" class={problem && "problem"}>
        {problem === "refused" ? t("keyRefused") : problem && explain(problem)}{" "}
        {problem && known && (
          <button type="button" onClick={() => enter(known)}>
            {t("tryAgain")}
          </button>
        )}
      </p>
      <p role="status">{isTrying && t("loading")}</p>
    </main>
  );
}
