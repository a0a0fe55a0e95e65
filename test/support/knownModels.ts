import { createRequire } from "node:module";

/**
 * Has ElectroDB check an entity's model once a process. Each test file makes the entities anew, and the
 * check takes a third of the time before its first test.
 */
interface Validator {
  validate(model: unknown, schema: object): unknown;
  [isReplaced]?: true;
}

const isReplaced = Symbol.for("checks each model once");

// It is ElectroDB's dependency, not ours.
const requireAsElectrodb = createRequire(createRequire(import.meta.url).resolve("electrodb"));
const validator: Validator = requireAsElectrodb("jsonschema").Validator.prototype;

if (!validator[isReplaced]) {
  const { validate } = validator;
  const resultsOf = new Map<object, Map<string, unknown>>();
  validator[isReplaced] = true;
  validator.validate = function (this: Validator, model, schema) {
    const results = resultsOf.get(schema) ?? new Map<string, unknown>();
    resultsOf.set(schema, results);
    const text = JSON.stringify(model);
    const result = results.get(text) ?? validate.call(this, model, schema);
    results.set(text, result);
    return result;
  };
}
