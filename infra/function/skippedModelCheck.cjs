// In place of `jsonschema`, which ElectroDB checks each model with when an entity is made. The models
// are constants: every test makes them with the real check, and repeating it would slow each cold
// start. What is left is the distinction that ElectroDB makes with it: a model, or an entity made of
// one?
class Validator {
  addSchema() {}

  validate({ _instance }) {
    return { errors: _instance ? [{ property: "instance", message: "is an entity" }] : [] };
  }
}
Validator.prototype.customFormats = {};

module.exports = { Validator };
