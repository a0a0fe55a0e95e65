import { createRequire } from "node:module";
import { Entity } from "electrodb";

/**
 * Has ElectroDB check an entity's model once a process, and make errors of requests without their stack.
 * Each test file makes the entities anew, and the check takes a third of the time before its first test;
 * an error is made for each request, whether it fails or not, which takes a tenth of the request's time.
 */
interface Validator {
  validate(model: unknown, schema: object): unknown;
  [isReplaced]?: true;
}
interface Requests {
  go(...request: unknown[]): Promise<unknown>;
}

const isReplaced = Symbol.for("checks each model once");

// It is ElectroDB's dependency, not ours.
const requireAsElectrodb = createRequire(createRequire(import.meta.url).resolve("electrodb"));
const validator: Validator = requireAsElectrodb("jsonschema").Validator.prototype;

if (!validator[isReplaced]) {
  validator[isReplaced] = true;
  checkOnce();
  leaveOutStacks();
}

function checkOnce() {
  const { validate } = validator;
  const resultsOf = new Map<object, Map<string, unknown>>();
  validator.validate = function (this: Validator, model, schema) {
    const results = resultsOf.get(schema) ?? new Map<string, unknown>();
    resultsOf.set(schema, results);
    const text = JSON.stringify(model);
    const result = results.get(text) ?? validate.call(this, model, schema);
    results.set(text, result);
    return result;
  };
}

function leaveOutStacks() {
  const requests = Entity.prototype as unknown as Requests;
  const { go } = requests;
  requests.go = function (this: Requests, ...request) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return go.apply(this, request);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
}
