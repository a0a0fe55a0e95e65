import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorResponses } from "../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { withMethods } from "../../shared/http/methods.ts";
import { requestLog, withRequestId } from "../../shared/http/requestLog.ts";
import { transfer } from "../../shared/http/transfer.ts";
import { sharedPageRoutes } from "../../shared/routes.ts";
import { warmUp } from "../../shared/table/wire.ts";
import { answerShared } from "./answerShared.ts";

void warmUp();

/** Shows shares to people without a key. */
export const handler = withRequestId(
  withMethods(
    sharedPageRoutes,
    middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
      .use(requestLog())
      .use(transfer())
      .use(errorResponses())
      .handler(answerShared),
  ),
);
