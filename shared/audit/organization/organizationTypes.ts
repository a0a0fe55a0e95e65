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
export function isOrganization(types: string[]): boolean {
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
