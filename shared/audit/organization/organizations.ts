import { type JsonLdNode, type Page, typesOf } from "../pages/page.ts";

const MOST_ORGANIZATIONS = 50;
const MOST_VALUES = 10;
const MOST_NODES = 1000;

export interface Organization extends JsonLdNode {
  address: JsonLdNode[];
  contactPoint: JsonLdNode[];
}

/**
 * The organizations that a page's JSON-LD describes at its top or in `@graph`. References in their parts are replaced
 * by the objects.
 */
export function organizationsOf({ jsonLd }: Page): Organization[] {
  const nodes = listNodes(jsonLd);
  const byId = new Map<unknown, JsonLdNode>(nodes.map((node) => [node["@id"] ?? node, node]));
  const partsOf = (value: unknown) =>
    [value]
      .flat()
      .slice(0, MOST_VALUES)
      .filter(isNode)
      .map((part) => byId.get(part["@id"]) ?? part);
  return nodes
    .filter((node) => typesOf(node).some((type) => GENERAL.has(type) || INDUSTRIES.has(type)))
    .slice(0, MOST_ORGANIZATIONS)
    .map((node) => ({
      ...node,
      address: partsOf(node["address"]),
      contactPoint: partsOf(node["contactPoint"]),
    }));
}

/** The objects of JSON-LD blocks in arrays and graphs of any depth, the outer ones first. */
function listNodes(blocks: unknown[]): JsonLdNode[] {
  const queue = blocks.slice(0, MOST_NODES);
  for (let index = 0; index < queue.length; index += 1) {
    const value = queue[index];
    const inner = Array.isArray(value) ? value : isNode(value) ? [value["@graph"]].flat() : [];
    queue.push(...inner.slice(0, MOST_NODES - queue.length));
  }
  return queue.filter(isNode);
}

export function isNode(value: unknown): value is JsonLdNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Schema.org's types of organizations (release 29) that name no industry. */
const GENERAL = words("Organization Corporation LocalBusiness OnlineBusiness Project");
const INDUSTRIES = words(`
  AccountingService AdultEntertainment Airline AmusementPark AnimalShelter ArchiveOrganization
  ArtGallery Attorney Audiology AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash
  AutomatedTeller AutomotiveBusiness Bakery BankOrCreditUnion BarOrPub BeautySalon BedAndBreakfast
  BikeStore BookStore BowlingAlley Brewery CafeOrCoffeeShop Campground Casino ChildCare ClothingStore
  CollegeOrUniversity ComedyClub CommunityHealth ComputerStore Consortium ConvenienceStore Cooperative
  CovidTestingFacility DanceGroup DaySpa Dentist DepartmentStore Dermatology DiagnosticLab DietNutrition
  Distillery DryCleaningOrLaundry EducationalOrganization Electrician ElectronicsStore ElementarySchool
  Emergency EmergencyService EmploymentAgency EntertainmentBusiness ExerciseGym FastFoodRestaurant
  FinancialService FireStation Florist FoodEstablishment FundingAgency FundingScheme FurnitureStore
  GardenStore GasStation GeneralContractor Geriatric GolfCourse GovernmentOffice GovernmentOrganization
  GroceryStore Gynecologic HVACBusiness HairSalon HardwareStore HealthAndBeautyBusiness HealthClub
  HighSchool HobbyShop HomeAndConstructionBusiness HomeGoodsStore Hospital Hostel Hotel HousePainter
  IceCreamShop IndividualPhysician InsuranceAgency InternetCafe JewelryStore LegalService Library
  LibrarySystem LiquorStore Locksmith LodgingBusiness MedicalBusiness MedicalClinic MedicalOrganization
  MensClothingStore MiddleSchool Midwifery MobilePhoneStore Motel MotorcycleDealer MotorcycleRepair
  MovieRentalStore MovieTheater MovingCompany MusicGroup MusicStore NGO NailSalon NewsMediaOrganization
  NightClub Notary Nursing Obstetric OfficeEquipmentStore Oncologic OnlineMarketplace OnlineStore
  Ophthalmology Optician Optometric Otolaryngologic OutletStore PawnShop Pediatric PerformingGroup
  PetStore Pharmacy Physician PhysiciansOffice Physiotherapy PlasticSurgery Plumber Podiatric
  PoliceStation PoliticalParty PostOffice Preschool PrimaryCare ProfessionalService Psychiatric
  PublicHealth PublicSwimmingPool RadioStation RealEstateAgent RecyclingCenter ResearchOrganization
  ResearchProject Resort Restaurant RoofingContractor School SearchRescueOrganization SelfStorage
  ShoeStore ShoppingCenter SkiResort SportingGoodsStore SportsActivityLocation SportsClub
  SportsOrganization SportsTeam StadiumOrArena Store TattooParlor TelevisionStation TennisComplex
  TheaterGroup TireShop TouristInformationCenter ToyStore TravelAgency VacationRental VeterinaryCare
  WholesaleStore Winery WorkersUnion`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** An organization's first type that names an industry, in words: `AutoRepair` is "Auto repair". "" without one. */
export function nameIndustry(organization: JsonLdNode): string {
  const type = typesOf(organization).find((each) => INDUSTRIES.has(each)) ?? "";
  const [first, ...rest] = type.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}
