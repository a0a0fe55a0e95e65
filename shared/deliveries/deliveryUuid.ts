import { v7 } from "uuid";

/**
 * The uuid of a delivery, which holds its sequence number, so that the delivery is found by its
 * uuid alone: UUID version 7 with a counter of 32 bits (RFC 9562, 6.2, method 1).
 */
export function newDeliveryUuid({ at, sequence }: { at: Date; sequence: number }): string {
  return v7({ msecs: at.getTime(), seq: sequence });
}

/** The sequence number in the uuid of a delivery; of any other uuid a number that means nothing. */
export function sequenceOf(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  const byte = (index: number) => bytes[index] ?? 0;
  const high = ((byte(6) & 0x0f) << 28) | (byte(7) << 20) | ((byte(8) & 0x3f) << 14);
  return (high | (byte(9) << 6) | (byte(10) >>> 2)) >>> 0;
}
