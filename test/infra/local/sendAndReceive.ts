import { MessageStore } from "../../../infra/local/queues/messageStore.ts";

/** Sends 50 messages while it receives, deletes and prints what it and others have sent. */
const [, , file = ""] = process.argv;
const store = new MessageStore(file);
for (let number = 0; number < 50; number += 1) {
  store.send("shared", `${process.env["SENDER"]}-${String(number).padStart(2, "0")}`);
  if (number % 10 !== 0) continue;
  for (const { id, body } of store.receive("shared", 5, 60_000)) {
    store.delete(id);
    process.stdout.write(`${body}\n`);
  }
}
if (process.env["THEN"] === "hang") {
  store.receive("shared", 5, 60_000);
  process.stdout.write("done\n");
  setInterval(() => {}, 1000);
} else {
  store.close();
}
