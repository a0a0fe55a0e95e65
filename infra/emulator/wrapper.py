"""Runs MiniStack with what the stacks need and it lacks, until standard input ends.

Arguments: the resource types of the templates. Those that MiniStack does not know are not made.
"""

import json
import os
import re
import signal
import sys
import threading

from ministack import app
from ministack.core import iam_actions, iam_evaluator
from ministack.services import sts
from ministack.services.cloudformation import provisioners

handlers = provisioners._RESOURCE_HANDLERS


def end_with_parent():
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)


def make_nothing(logical_id, props, stack_name):
    name = f"{stack_name}-{logical_id}"
    return name, {"Arn": f"arn:aws:none:::{name}", "Id": name}


def register_unknown(types):
    for name in types:
        if name not in handlers:
            handlers[name] = {"create": make_nothing, "delete": lambda *_: None}
            print(f"NOT MADE {name}", flush=True)


def change_create(name, change):
    handlers[name] = {**handlers[name], "create": change(handlers[name]["create"])}


def without_metric_math(create):
    return lambda logical_id, props, stack: (make_nothing if props.get("Metrics") else create)(
        logical_id, props, stack
    )


def referred_to_by_arn(create):
    """`Ref` of a secret is its ARN on AWS, not its name."""

    def make(*args):
        _, attributes = create(*args)
        return attributes["Arn"], attributes

    return make


def name_batches_by_their_action(extract):
    """IAM knows no action for a batch of SQS: SendMessageBatch needs sqs:SendMessage."""

    def extract_action(*args):
        action = extract(*args)
        return action.removesuffix("Batch") if action and action.startswith("sqs:") else action

    return extract_action


def tell_identity_in_json(handle):
    """STS answers GetCallerIdentity in JSON to who asks for that."""

    async def handle_request(method, path, headers, body, query):
        status, sent, answer = await handle(method, path, headers, body, query)
        xml = answer.decode() if isinstance(answer, bytes) else answer
        if headers.get("accept") == "application/json" and "<GetCallerIdentityResult>" in xml:
            identity = dict(re.findall(r"<(Account|Arn|UserId)>([^<]*)<", xml))
            told = {"GetCallerIdentityResponse": {"GetCallerIdentityResult": identity}}
            return status, {**sent, "Content-Type": "application/json"}, json.dumps(told).encode()
        return status, sent, answer

    return handle_request


def print_denials(enforce):
    def enforce_and_print(access_key, action, *args, **more):
        denied = enforce(access_key, action, *args, **more)
        if isinstance(denied, iam_evaluator.EvalResult):
            resource = more.get("resource_arn", "*")
            print(f"DENIED {action} on {resource} to {denied.principal_arn}", flush=True)
        return denied

    return enforce_and_print


threading.Thread(target=end_with_parent, daemon=True).start()
register_unknown(sys.argv[1:])
change_create("AWS::CloudWatch::Alarm", without_metric_math)
change_create("AWS::SecretsManager::Secret", referred_to_by_arn)
iam_actions.extract_iam_action = name_batches_by_their_action(iam_actions.extract_iam_action)
iam_evaluator.enforce = print_denials(iam_evaluator.enforce)
sts.handle_request = tell_identity_in_json(sts.handle_request)
# Port 443 may belong to somebody else.
app._port_is_bindable = lambda *_: False
sys.argv = sys.argv[:1]
app.main()
