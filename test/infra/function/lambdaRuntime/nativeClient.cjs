const runtimeApi = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

/**
 * What the runtime client asks of its native module, in JavaScript: few machines can compile that
 * module, and all that it does here is to post an answer to the Runtime API.
 */
module.exports = {
  done: (id, answer) => post(id, "response", answer),
  error: (id, error) => post(id, "error", error),
};

function post(id, outcome, body) {
  fetch(`${runtimeApi}/invocation/${id}/${outcome}`, { method: "POST", body });
}
