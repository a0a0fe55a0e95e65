import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";

const QUESTION = 12;

type Answer = string[] | number | "silent";

/**
 * A name server on loopback (RFC 1035). The answer to a name is addresses, an error code or none
 * ("silent"), and may differ for IPv4 and IPv6.
 */
export async function startNameServer(names: Record<string, Answer | { 4: Answer; 6: Answer }>) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, end } = readName(query);
    const family = query.readUInt16BE(end) === 28 ? 6 : 4;
    const both = names[name] ?? 3;
    const answer = typeof both === "object" && !Array.isArray(both) ? both[family] : both;
    if (answer === "silent") return;
    const addresses = typeof answer === "number" ? [] : answer;
    const answers = addresses.filter((text) => isIP(text) === family).map(record);
    const header = Buffer.from(query.subarray(0, QUESTION));
    header.writeUInt16BE(0x8180 + (typeof answer === "number" ? answer : 0), 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt16BE(0, 10);
    socket.send(
      Buffer.concat([header, query.subarray(QUESTION, end + 4), ...answers]),
      port,
      address,
    );
  });
  await once(socket.bind(0, "127.0.0.1"), "listening");
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function readName(query: Buffer) {
  const labels: string[] = [];
  let at = QUESTION;
  while (query[at]) {
    const length = query[at] ?? 0;
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** A record of the queried name; IPv6 only as `::` and one last group. */
function record(address: string): Buffer {
  const data = isIP(address) === 4 ? address.split(".").map(Number) : ipv6Bytes(address);
  const type = isIP(address) === 4 ? 1 : 28;
  return Buffer.from([0xc0, QUESTION, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
}

function ipv6Bytes(address: string): number[] {
  const last = Number.parseInt(address.replace("::", ""), 16);
  return [...new Array(14).fill(0), last >> 8, last & 0xff];
}
