/** The verbs of commands that only read. A command with any other verb may change something. */
const READING = [
  ...["find", "show", "list", "explain", "audit-log", "export", "usage"],
  ...["limits", "lost", "result"],
];

/** What a command needs permission for: the name of the function's alias that runs it. */
export type CommandKind = "read" | "write";

export function kindOf(command: string): CommandKind {
  const verb = command.split(" ").at(-1) ?? "";
  return READING.includes(verb) ? "read" : "write";
}
