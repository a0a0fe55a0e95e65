interface Known {
  name: string;
  industry: string;
  products: string[];
}

const NOTHING: Known = { name: "", industry: "", products: [] };

/** The fields of a business in a dialog. */
export function businessFields({ name, industry, products } = NOTHING) {
  return [
    { name: "name", label: "Name", value: name },
    { name: "industry", label: "Industry", value: industry, isOptional: true },
    {
      name: "products",
      label: "Products, separated by commas",
      value: products.join(", "),
      isOptional: true,
    },
  ] as const;
}

/** What was entered into them; products are separated by commas. */
export function readBusiness({ name, industry, products }: Record<keyof Known, string>) {
  const list = products.split(",").map((each) => each.trim());
  return { name, industry, products: list.filter(Boolean) };
}
