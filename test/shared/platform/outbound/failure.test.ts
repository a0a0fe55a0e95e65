import { expect, it } from "vitest";
import {
  describeDnsFailure,
  describeFailure,
} from "../../../../shared/platform/outbound/failure.ts";

const URL = "https://example.com/";

function withCode(code: string) {
  return Object.assign(new Error(code), { code });
}

function describeCode(code: string) {
  return describeFailure(withCode(code), URL).failure;
}

it.each([
  ["ECONNREFUSED", "refused"],
  ["ECONNRESET", "reset"],
  ["EPIPE", "reset"],
  ["ETIMEDOUT", "timeout"],
  ["ENETUNREACH", "unreachable"],
  ["EHOSTUNREACH", "unreachable"],
  ["HPE_INVALID_CONSTANT", "protocol"],
  ["Z_DATA_ERROR", "protocol"],
  ["ERR__ERROR_FORMAT_PADDING_1", "protocol"],
  ["ZSTD_error_prefix_unknown", "protocol"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
  ["CERT_HAS_EXPIRED", "tls"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
])("%s is %s", (code, failure) => {
  expect(describeCode(code)).toBe(failure);
});

it.each([
  ...["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EACCES", "EPERM", "EADDRNOTAVAIL", "ENETDOWN"],
  ...["ERR_INVALID_CHAR", "ERR_INVALID_ARG_TYPE", "ERR_TLS_INVALID_PROTOCOL_VERSION", "OUT_OF_MEM"],
  ...["Z_MEM_ERROR", "ERR__ERROR_ALLOC_CONTEXT_MODES", "ZSTD_error_memory_allocation"],
  ...["ERR_SSL_MALLOC_FAILURE", "HPE_INTERNAL", "constructor"],
])("%s is a fault of ours, and thrown as it is", (code) => {
  const error = withCode(code);
  expect(() => describeFailure(error, URL)).toThrow(error);
});

it("a machine without IPv6 does not reach an IPv6 address", () => {
  const error = Object.assign(withCode("EADDRNOTAVAIL"), { address: "2606:2800::1" });
  expect(describeFailure(error, URL).failure).toBe("unreachable");
});

it("an answer of name servers is a failure of dns, and name servers that can't be asked are not", () => {
  for (const code of ["ENOTFOUND", "ENODATA", "ESERVFAIL", "ETIMEOUT"])
    expect(describeDnsFailure(withCode(code), URL)).toMatchObject({ failure: "dns", code });
  for (const code of ["ECONNREFUSED", "ENOMEM", "EFILE", "EMFILE", "EBADFLAGS"])
    expect(() => describeDnsFailure(withCode(code), URL)).toThrow(code);
});

it("if several connections fail, the first failure that the host can cause counts", () => {
  const attempts = ["EMFILE", "ECONNREFUSED", "ENETUNREACH"].map(withCode);
  const { failure, code } = describeFailure(new AggregateError(attempts), URL);
  expect([failure, code]).toEqual(["refused", "ECONNREFUSED"]);
});
