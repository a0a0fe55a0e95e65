import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Account, Client } from "reseller-website-monitoring-client";

/** What every screen has. */
export interface Console {
  client: Client;
  account: Account;
  /** Called when the service no longer accepts the key. */
  refused(): void;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (!console) throw new Error("There is no console around this component");
  return console;
}
