import { type JsonLdNode, type Page, textsOf, typesOf } from "../../pages/page.ts";

/** The types of schema.org that small businesses use most; each is a LocalBusiness. */
const BUSINESS_TYPES = new Set(
  `LocalBusiness AutoRepair Bakery BarOrPub BeautySalon BedAndBreakfast BookStore CafeOrCoffeeShop
  ClothingStore DaySpa Dentist Electrician ElectronicsStore ExerciseGym Florist FoodEstablishment
  FurnitureStore GeneralContractor GroceryStore HairSalon HardwareStore HealthAndBeautyBusiness
  HomeAndConstructionBusiness Hotel HousePainter HVACBusiness InsuranceAgency JewelryStore LegalService
  Locksmith LodgingBusiness MedicalClinic MovingCompany NailSalon Notary PetStore Pharmacy Plumber
  ProfessionalService RealEstateAgent Restaurant RoofingContractor ShoeStore Store TattooParlor
  TravelAgency VeterinaryCare`.split(/\s+/),
);

const REQUIRED = ["name", "telephone", "address"] as const;

/**
 * Which of name, phone and address the businesses of a page's JSON-LD lack: `Bakery: telephone`. Objects
 * with the same `@id` are one. An object that only refers to another, or is part of another, does not count.
 */
export function incompleteBusinesses({ jsonLd }: Page): string[] {
  const nodes = jsonLd.flatMap(topLevel);
  const merged = new Map<unknown, JsonLdNode>();
  for (const node of nodes) {
    const id = textsOf(node["@id"])[0] ?? node;
    merged.set(id, { ...merged.get(id), ...node });
  }
  return [...merged.values()].flatMap((node) => {
    const type = typesOf(node).find((each) => BUSINESS_TYPES.has(each));
    const isReference = Object.keys(node).every((name) => name.startsWith("@"));
    if (!type || isReference) return [];
    const missing = REQUIRED.filter((field) => !isGiven(node, field));
    return missing.length > 0 ? [`${type}: ${missing.join(", ")}`] : [];
  });
}

function topLevel(block: unknown): JsonLdNode[] {
  if (Array.isArray(block)) return block.flatMap(topLevel);
  if (typeof block !== "object" || block === null) return [];
  const graph = (block as JsonLdNode)["@graph"];
  const nodes: unknown[] = Array.isArray(graph) ? graph : [block];
  return nodes.filter((node): node is JsonLdNode => typeof node === "object" && node !== null);
}

function isGiven(node: JsonLdNode, field: (typeof REQUIRED)[number]): boolean {
  if (textsOf(node[field]).length > 0) return true;
  if (field === "telephone" && node["contactPoint"] !== undefined) return true;
  return field === "address" && typeof node["address"] === "object" && node["address"] !== null;
}
