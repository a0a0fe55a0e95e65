// Filled by electrodb.js, which bundle.ts puts in front of ElectroDB.
module.exports = {};
