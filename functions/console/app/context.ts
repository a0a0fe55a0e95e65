import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Account, Client } from "reseller-website-monitoring-client";
import type { TextLanguage } from "../../../shared/texts.ts";
import type { TextName } from "./texts.ts";

/** What every screen has. */
export interface Console {
  client: Client;
  account: Account;
  language: TextLanguage;
  /** A text in the chosen language, with `{name}` filled in. */
  t(name: TextName, values?: Record<string, string | number>): string;
  /** Called when the service no longer accepts the key. */
  refused(): void;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const found = useContext(ConsoleContext);
  if (!found) throw new Error("There is no console around this component");
  return found;
}
