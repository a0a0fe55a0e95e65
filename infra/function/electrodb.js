import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import documentLibrary from "./documentLibrary.cjs";

// All that ElectroDB's entities use, but for ScanCommand: nothing here may scan the table.
Object.assign(documentLibrary, {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  unmarshall,
});

export { CustomAttributeType, Entity } from "electrodb";
