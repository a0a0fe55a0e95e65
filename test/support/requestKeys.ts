type Item = Record<string, unknown>;

interface Operation {
  Key?: Item;
  Item?: Item;
  Keys?: Item[];
  DeleteRequest?: Operation;
  PutRequest?: Operation;
}

interface Input extends Operation {
  TransactItems?: Record<string, Operation>[];
  RequestItems?: Record<string, Operation | Operation[]>;
}

/** The keys of the items that a request to DynamoDB names, with their values in the request's own form. */
export function keysIn({ TransactItems = [], RequestItems = {}, ...own }: Input): Item[] {
  const operations = [
    own,
    ...TransactItems.flatMap((each) => Object.values(each)),
    ...Object.values(RequestItems).flat(),
  ].flatMap((each) => each.PutRequest ?? each.DeleteRequest ?? each);
  const named = operations.flatMap(({ Key, Item, Keys = [] }) =>
    [...Keys, Key ?? Item ?? []].flat(),
  );
  return named.map(({ pk, sk }) => ({ pk, sk }));
}
