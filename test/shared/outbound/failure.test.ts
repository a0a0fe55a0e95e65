import { expect, it } from "vitest";
import { describeFailure, OutboundError } from "../../../shared/outbound/failure.ts";

const URL = "https://example.com/";

function withCode(code: string) {
  return Object.assign(new Error(code), { code });
}

function describeCode(code: string, inHandshake = false) {
  return describeFailure(withCode(code), URL, inHandshake).failure;
}

it.each([
  ["ECONNREFUSED", "refused"],
  ["ECONNRESET", "reset"],
  ["EPIPE", "reset"],
  ["ETIMEDOUT", "timeout"],
  ["ENETUNREACH", "unreachable"],
  ["EHOSTUNREACH", "unreachable"],
  ["HPE_INVALID_CONSTANT", "protocol"],
])("%s is %s", (code, failure) => {
  expect(describeCode(code)).toBe(failure);
});

it("an unknown error in a handshake is a failure of TLS", () => {
  expect(describeCode("ECONNRESET", true)).toBe("reset");
  expect(describeCode("ERR_SSL_WRONG_VERSION_NUMBER", true)).toBe("tls");
  expect(describeFailure(new Error("no code"), URL, true)).toMatchObject({ failure: "tls" });
});

it("of several connections the most telling failure counts", () => {
  const attempts = ["ENETUNREACH", "ETIMEDOUT", "ECONNREFUSED", "ENETUNREACH"].map(withCode);
  const { failure, code } = describeFailure(new AggregateError(attempts), URL, true);
  expect([failure, code]).toEqual(["refused", "ECONNREFUSED"]);
});

it("an OutboundError stays as it is", () => {
  const error = new OutboundError("blocked", "http://10.0.0.1/");
  expect(describeFailure(error, URL, true)).toBe(error);
  expect(error.message).toBe("http://10.0.0.1/: blocked");
});
