/** Correctly spelled texts as small businesses write them, British and American. */
export const BUSINESS_PAGES: readonly string[] = [
  `Maple Street Dental welcomes new patients of all ages. Dr. Rachel Kim and her team provide gentle
cleanings, fillings, crowns, whitening and emergency treatment in a calm and modern practice. Nervous
patients are never rushed: we explain each procedure, answer every question and stop whenever you raise
a hand. Most insurance plans are accepted, and payment can be spread over several months. Children
receive their first examination without charge. Evening appointments are offered on Tuesdays and
Thursdays. Our hygienist recommends a visit every six months, because prevention is cheaper than repair.
X-rays are digital and use very little radiation. Please complete the registration form before you
arrive and bring a list of your medication. Free parking is behind the building, and the entrance is
accessible by wheelchair.`,
  `The Potting Shed is an independent florist in Harrogate. We design bouquets, wreaths and arrangements
with seasonal flowers, many of them grown in our own garden. Weddings are our speciality: we meet each
couple, sketch their ideas and deliver everything fresh on the morning itself. For funerals we create
personal tributes with care and discretion. Orders placed before two o'clock are delivered the same
afternoon throughout the district. We wrap our flowers in recycled paper and never use plastic foam.
Join one of our monthly workshops and learn how to arrange a centrepiece or a Christmas garland. Offices
and restaurants can subscribe to weekly displays. If your flowers disappoint you within five days, we
replace them without any argument.`,
  `Northgate Accountants help freelancers, shops and small companies keep their figures in order. We
prepare annual accounts, tax returns, payroll and quarterly statements, and we remind you of every
deadline before it becomes expensive. Our fees are fixed and agreed beforehand, so a telephone call
never costs extra. New businesses receive practical guidance about registration, bookkeeping software,
pensions and insurance. We speak the language of our clients rather than that of the tax office. Records
can be sent by post, uploaded securely or simply photographed with a mobile phone. Each client has one
accountant who knows the business and answers within a working day. The first meeting is free, lasts
about an hour and commits you to nothing whatsoever.`,
  `Iron Harbor Gym is open around the clock, every day of the year. Members train with modern equipment,
free weights, a climbing wall and a swimming pool that is heated all winter. Our coaches write a program
for each beginner and review it after six weeks. Classes range from yoga and spinning to boxing, and
they are included in the membership. There is no joining fee, no contract and no hidden charge: cancel
whenever you wish. Personal training, nutrition advice and sports massage are available at reasonable
rates. Parents can leave their children in the supervised playroom until noon. Lockers, towels and
showers are free. Seniors and veterans receive a generous discount. Visit us for a complimentary session
and discover how strong you already are.`,
  `Fernhill Veterinary Surgery looks after dogs, cats, rabbits and smaller companions in the Exeter area.
Our surgeons perform vaccinations, neutering, dental treatment and orthopaedic operations in a purpose
built theatre. Anxious animals wait in separate rooms, and home visits can be arranged for elderly ones.
The health plan spreads the cost of routine care over the year and includes worming, flea treatment and
two examinations. In an emergency, ring our usual number at any hour and a nurse will advise you
immediately. We run free weight clinics, puppy classes and behaviour consultations. Prescriptions can be
ordered online and collected the following morning. Insurance claims are completed by our reception
team. We are proud to have been recommended by our clients for over twenty years.`,
  `Rosie's Alterations and Tailoring repairs, shortens, lengthens and restyles clothing while you wait or
by the following day. Bring us a wedding dress that needs lace, a jacket with a torn lining or curtains
for an awkward window. Zippers are replaced, moth holes are darned invisibly, and leather is patched
with matching thread. Made to measure shirts and suits require two fittings and about five weeks. Our
seamstresses trained in theatrical costume, so no request is too unusual. Prices start at eight dollars
for a simple hem. Dry cleaning is collected every Wednesday. Uniforms for schools, hotels and restaurants
are supplied with embroidered logos. You will find our little workshop between the bookstore and the
pharmacy on Lincoln Avenue.`,
  `Greenacre Landscapes designs, builds and maintains gardens throughout Surrey. A survey and a coloured
drawing come first, then a written quotation that lists materials, plants and labour separately. We lay
patios, paths, driveways and lawns, build walls, fences, pergolas and raised beds, and install lighting
and irrigation. Our gardeners prune, mow, weed and feed on a weekly or monthly schedule. Diseased or
dangerous trees are removed by qualified climbers, and the timber is chipped or left for firewood. We
prefer reclaimed brick, local stone and peat free compost. Ponds are dug by hand where machinery cannot
reach. Several of our gardens have been opened to visitors for charity. Ask for our brochure, or arrange
to see a finished project near you.`,
  `Harbour View is a guest house with nine comfortable bedrooms above the beach in Whitby. Each room has
its own bathroom, a television, wireless internet and a tray with tea, coffee and homemade biscuits.
Breakfast is cooked to order and served until half past nine: smoked kippers, free range eggs, vegetarian
sausages or porridge with honey. Dogs are welcome in two of the rooms for a small supplement. Bicycles
and surfboards can be locked in the cellar. Guests may arrive from three o'clock and are asked to leave
by eleven. We recommend the coastal footpath, the abbey and the narrow streets of the old town. Bookings
made directly with us are always cheaper. A deposit secures your reservation and is refunded if you
cancel a week beforehand.`,
];
