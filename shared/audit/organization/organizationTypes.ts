/** Schema.org's types of organizations (release 29), each with its direct subtypes. */
const SUBTYPES: Record<string, string> = {
  Organization:
    "Airline Consortium Cooperative Corporation EducationalOrganization FundingScheme " +
    "GovernmentOrganization LibrarySystem LocalBusiness MedicalOrganization " +
    "NewsMediaOrganization NGO OnlineBusiness PerformingGroup PoliticalParty Project " +
    "ResearchOrganization SearchRescueOrganization SportsOrganization WorkersUnion",
  EducationalOrganization:
    "CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School",
  LocalBusiness:
    "AnimalShelter ArchiveOrganization AutomotiveBusiness ChildCare Dentist " +
    "DryCleaningOrLaundry EmergencyService EmploymentAgency EntertainmentBusiness " +
    "FinancialService FoodEstablishment GovernmentOffice HealthAndBeautyBusiness " +
    "HomeAndConstructionBusiness InternetCafe LegalService Library LodgingBusiness " +
    "MedicalBusiness ProfessionalService RadioStation RealEstateAgent RecyclingCenter " +
    "SelfStorage ShoppingCenter SportsActivityLocation Store TelevisionStation " +
    "TouristInformationCenter TravelAgency",
  MedicalOrganization:
    "Dentist DiagnosticLab Hospital MedicalClinic Pharmacy Physician VeterinaryCare",
  OnlineBusiness: "OnlineStore",
  OnlineStore: "OnlineMarketplace",
  PerformingGroup: "DanceGroup MusicGroup TheaterGroup",
  Project: "FundingAgency ResearchProject",
  SportsOrganization: "SportsTeam",
  AutomotiveBusiness:
    "AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation " +
    "MotorcycleDealer MotorcycleRepair",
  EmergencyService: "FireStation Hospital PoliceStation",
  EntertainmentBusiness:
    "AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub",
  FinancialService: "AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency",
  FoodEstablishment:
    "Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop " +
    "Restaurant Winery",
  GovernmentOffice: "PostOffice",
  HealthAndBeautyBusiness: "BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor",
  HomeAndConstructionBusiness:
    "Electrician GeneralContractor HousePainter HVACBusiness Locksmith MovingCompany Plumber " +
    "RoofingContractor",
  LegalService: "Attorney Notary",
  LodgingBusiness: "BedAndBreakfast Campground Hostel Hotel Motel Resort VacationRental",
  MedicalBusiness:
    "Audiology CommunityHealth Dentist Dermatology DietNutrition Emergency Geriatric " +
    "Gynecologic MedicalClinic Midwifery Nursing Obstetric Oncologic Ophthalmology Optician " +
    "Optometric Otolaryngologic Pediatric Pharmacy Physician Physiotherapy PlasticSurgery " +
    "Podiatric PrimaryCare Psychiatric PublicHealth",
  MedicalClinic: "CovidTestingFacility",
  Physician: "IndividualPhysician PhysiciansOffice",
  Resort: "SkiResort",
  SportsActivityLocation:
    "BowlingAlley ExerciseGym GolfCourse HealthClub PublicSwimmingPool SkiResort SportsClub " +
    "StadiumOrArena TennisComplex",
  Store:
    "AutoPartsStore BikeStore BookStore ClothingStore ComputerStore ConvenienceStore " +
    "DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore " +
    "HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore " +
    "MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop " +
    "PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore",
};

/** Types of any business, which name no industry. */
const WITHOUT_INDUSTRY = new Set([
  "Organization",
  "Corporation",
  "LocalBusiness",
  "OnlineBusiness",
  "Project",
]);

const DEPTH_OF_TYPE = new Map<string, number>();
measureDepths("Organization", 0);

function measureDepths(type: string, depth: number) {
  DEPTH_OF_TYPE.set(type, Math.max(depth, DEPTH_OF_TYPE.get(type) ?? 0));
  for (const child of SUBTYPES[type]?.split(" ") ?? []) measureDepths(child, depth + 1);
}

/** Whether one of the types is schema.org's Organization or a kind of it. */
export function isOrganization(types: string[]): boolean {
  return types.some((type) => DEPTH_OF_TYPE.has(type));
}

/** The most specific of an organization's types in words, `Auto repair`; "" when none says more. */
export function nameIndustry(types: string[]): string {
  const [type] = types
    .filter((name) => DEPTH_OF_TYPE.has(name) && !WITHOUT_INDUSTRY.has(name))
    .sort((a, b) => depthOf(b) - depthOf(a));
  return type ? inWords(type) : "";
}

function depthOf(type: string): number {
  return DEPTH_OF_TYPE.get(type) ?? 0;
}

/** `HVACBusiness` is "HVAC business". */
function inWords(type: string): string {
  const words = type.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g) ?? [];
  const [first = "", ...rest] = words;
  return [first, ...rest.map((word) => (/[a-z]/.test(word) ? word.toLowerCase() : word))].join(" ");
}
