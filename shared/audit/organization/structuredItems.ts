import type { JsonLdNode, MicrodataItem, Page } from "../pages/page.ts";

/** An item of JSON-LD or microdata; its types and properties by their names in schema.org. */
export type Item = MicrodataItem;

const MOST_ORGANIZATIONS = 50;
const MOST_VALUES = 10;
const MOST_NODES = 1000;
/** No text of an honest field is longer. */
const LONGEST_TEXT = 2000;
const DEPTH = 3;

/** Properties by which a page or a site names its owner. */
const OWNERS = ["publisher", "mainEntity", "about"];

/** The organizations that a page's JSON-LD describes: at its top, in `@graph`, or as its owner. */
export function organizationsInJsonLd({ jsonLd }: Page): Item[] {
  return organizationsAmong(readJsonLd(jsonLd));
}

/** The organizations that a page's microdata describes, at its top or as its owner. */
export function organizationsInMicrodata({ microdata }: Page): Item[] {
  return organizationsAmong(microdata ?? []);
}

function organizationsAmong(items: Item[]): Item[] {
  return items
    .flatMap((item) => [item, ...ownersOf(item)])
    .map(({ type, properties }) => ({ type: type.map(shortName), properties }))
    .filter(({ type }) => isOrganization(type))
    .slice(0, MOST_ORGANIZATIONS);
}

function ownersOf({ type, properties }: Item): Item[] {
  if (!type.some((name) => /(WebSite|Page)$/.test(name))) return [];
  return OWNERS.flatMap((owner) => someOf(properties[owner])).filter(isItem);
}

/** The first values of a property; only a hostile page has more. */
export function someOf(values: (string | Item)[] | undefined): (string | Item)[] {
  return values?.slice(0, MOST_VALUES) ?? [];
}

export function isItem(value: string | Item): value is Item {
  return typeof value !== "string";
}

/** A property's texts; an item, such as a Country, counts by its name. */
export function textsOf({ properties }: Item, property: string): string[] {
  return someOf(properties[property]).flatMap((value) => {
    const [text] = isItem(value) ? someOf(value.properties["name"]) : [value];
    return typeof text === "string" ? [text] : [];
  });
}

/** `https://schema.org/Dentist` and `schema:Dentist` are `Dentist`. */
function shortName(type: string): string {
  const ends = ["/", "#", ":"].map((separator) => type.lastIndexOf(separator) + 1);
  return type.slice(Math.max(...ends));
}

/** The properties that are read of an organization. */
const PROPERTIES = [
  ..."publisher mainEntity about".split(" "),
  ..."name legalName url telephone email contactPoint location address".split(" "),
  ..."streetAddress extendedAddress addressLocality addressRegion postalCode".split(" "),
  "addressCountry",
];

/**
 * The items of JSON-LD blocks, in arrays and graphs too, with the properties of organizations. References within the page are followed.
 */
function readJsonLd(blocks: unknown[]): Item[] {
  const nodes = listNodes(blocks);
  const read = itemReader(new Map(nodes.map((node) => [node["@id"], node])));
  return nodes.map((node) => read(node, DEPTH));
}

/** The objects of JSON-LD blocks in arrays and graphs of any depth, the outer ones first. */
export function listNodes(blocks: unknown[]): JsonLdNode[] {
  const queue = blocks.slice(0, MOST_NODES);
  for (let index = 0; index < queue.length; index += 1) {
    const value = queue[index];
    const inner = Array.isArray(value) ? value : isNode(value) ? [value["@graph"]].flat() : [];
    queue.push(...inner.slice(0, MOST_NODES - queue.length));
  }
  return queue.filter(isNode);
}

function isNode(value: unknown): value is JsonLdNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads each node once at each depth, however many references lead to it. */
function itemReader(byId: Map<unknown, JsonLdNode>) {
  const items = Array.from({ length: DEPTH + 1 }, () => new Map<JsonLdNode, Item>());

  function readValue(value: string | JsonLdNode, depth: number): (string | Item)[] {
    if (typeof value === "string") return [value];
    const isReference = Object.keys(value).length === 1 && "@id" in value;
    const target = isReference ? byId.get(value["@id"]) : value;
    return target && depth > 0 ? [read(target, depth - 1)] : [];
  }

  function read(node: JsonLdNode, depth: number): Item {
    const existing = items[depth]?.get(node);
    if (existing) return existing;
    const properties: Item["properties"] = {};
    for (const property of PROPERTIES) {
      const values = valuesOf(node[property] ?? node[`schema:${property}`]);
      properties[property] = values.flatMap((value) => readValue(value, depth));
    }
    const item = { type: valuesOf(node["@type"]).filter(isText), properties };
    items[depth]?.set(node, item);
    return item;
  }

  return read;
}

/** The texts and objects among the values of a property, numbers as texts. */
function valuesOf(property: unknown): (string | JsonLdNode)[] {
  // Cut first: a list of references can be as long as the page allows.
  return (Array.isArray(property) ? property.slice(0, MOST_VALUES) : [property])
    .map((value) => (isNode(value) && "@value" in value ? value["@value"] : value))
    .map((value) => (typeof value === "number" ? String(value) : value))
    .map((value) => (isText(value) ? value.slice(0, LONGEST_TEXT) : value))
    .filter((value) => isText(value) || isNode(value));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Schema.org's types of organizations (release 29) that name no industry. */
const ANY = words("Organization Corporation LocalBusiness OnlineBusiness Project");
/** Those with subtypes, which name an industry in general. */
const GENERAL = words(`
  EducationalOrganization MedicalOrganization OnlineStore PerformingGroup SportsOrganization
  AutomotiveBusiness EmergencyService EntertainmentBusiness FinancialService FoodEstablishment
  GovernmentOffice HealthAndBeautyBusiness HomeAndConstructionBusiness LegalService LodgingBusiness
  MedicalBusiness MedicalClinic Physician Resort SportsActivityLocation Store`);
const SPECIFIC = words(`
  AccountingService AdultEntertainment Airline AmusementPark AnimalShelter ArchiveOrganization
  ArtGallery Attorney Audiology AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash
  AutomatedTeller Bakery BankOrCreditUnion BarOrPub BeautySalon BedAndBreakfast BikeStore BookStore
  BowlingAlley Brewery CafeOrCoffeeShop Campground Casino ChildCare ClothingStore CollegeOrUniversity
  ComedyClub CommunityHealth ComputerStore Consortium ConvenienceStore Cooperative CovidTestingFacility
  DanceGroup DaySpa Dentist DepartmentStore Dermatology DiagnosticLab DietNutrition Distillery
  DryCleaningOrLaundry Electrician ElectronicsStore ElementarySchool Emergency EmploymentAgency
  ExerciseGym FastFoodRestaurant FireStation Florist FundingAgency FundingScheme FurnitureStore
  GardenStore GasStation GeneralContractor Geriatric GolfCourse GovernmentOrganization GroceryStore
  Gynecologic HVACBusiness HairSalon HardwareStore HealthClub HighSchool HobbyShop HomeGoodsStore
  Hospital Hostel Hotel HousePainter IceCreamShop IndividualPhysician InsuranceAgency InternetCafe
  JewelryStore Library LibrarySystem LiquorStore Locksmith MensClothingStore MiddleSchool Midwifery
  MobilePhoneStore Motel MotorcycleDealer MotorcycleRepair MovieRentalStore MovieTheater MovingCompany
  MusicGroup MusicStore NGO NailSalon NewsMediaOrganization NightClub Notary Nursing Obstetric
  OfficeEquipmentStore Oncologic OnlineMarketplace Ophthalmology Optician Optometric Otolaryngologic
  OutletStore PawnShop Pediatric PetStore Pharmacy PhysiciansOffice Physiotherapy PlasticSurgery Plumber
  Podiatric PoliceStation PoliticalParty PostOffice Preschool PrimaryCare ProfessionalService
  Psychiatric PublicHealth PublicSwimmingPool RadioStation RealEstateAgent RecyclingCenter
  ResearchOrganization ResearchProject Restaurant RoofingContractor School SearchRescueOrganization
  SelfStorage ShoeStore ShoppingCenter SkiResort SportingGoodsStore SportsClub SportsTeam StadiumOrArena
  TattooParlor TelevisionStation TennisComplex TheaterGroup TireShop TouristInformationCenter ToyStore
  TravelAgency VacationRental VeterinaryCare WholesaleStore Winery WorkersUnion`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Whether one of the types is schema.org's Organization or a kind of it. */
function isOrganization(types: string[]): boolean {
  return types.some((type) => ANY.has(type) || GENERAL.has(type) || SPECIFIC.has(type));
}

/** The most specific of an organization's types in words, `Auto repair`; "" when none says more. */
export function nameIndustry(types: string[]): string {
  const type = types.find((each) => SPECIFIC.has(each)) ?? types.find((each) => GENERAL.has(each));
  return type ? inWords(type) : "";
}

/** `HVACBusiness` is "HVAC business". */
function inWords(type: string): string {
  const words = type.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g) ?? [];
  const [first = "", ...rest] = words;
  return [first, ...rest.map((word) => (/[a-z]/.test(word) ? word.toLowerCase() : word))].join(" ");
}
