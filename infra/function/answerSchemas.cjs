// Takes the place of the schemas of answers in a bundle, where nothing calls them.
module.exports = {};
