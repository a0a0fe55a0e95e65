/**
 * Correctly spelled words of trades, collected before the vocabulary's own list of terms
 * (`terms.en.txt`).
 */
export const TRADE_WORDS: readonly string[] = `
bloomers focaccia ciabatta brioche babka rugelach challah kouign macaron macarons frangipane
levain autolyse banneton bannetons proofing sourdough viennoiserie patisserie fondant buttercream
ganache meringues pavlova tiramisu cannoli profiteroles spelt einkorn emmer semolina combi
megaflow powerflush powerflushing stopcock stopcocks ballcock ballvalve sluice soakaway soakaways
macerator macerators cisterns flange flanges thermostatic underfloor inhibitor limescale descaling
unvented pushfit ductwork wastepipe unblocking rodding jetting guttering downpipe downpipes
tapware balayage ombre babylights highlights lowlights toner keratin blowdry updo updos
microblading lamination dermaplaning microdermabrasion microneedling hyaluronic shellac manicures
pedicures acrylics cuticles sugaring exfoliating exfoliation serums aromatherapy reflexology reiki
brows barbering fades pomade tagliatelle pappardelle gnocchi carpaccio bruschetta burrata
antipasti risotto arancini tapas paella chorizo jamon gazpacho ceviche tacos quesadilla enchiladas
guacamole burrito falafel hummus tahini shawarma kebabs baklava halloumi moussaka tzatziki
souvlaki samosas bhaji biryani korma jalfrezi paneer naan tikka masala ramen gyoza tempura sashimi
teriyaki edamame katsu udon bibimbap kimchi banh satay laksa rendang brisket coleslaw aioli
chimichurri sriracha charcuterie rillettes confit cassoulet bouillabaisse ratatouille sommelier
prosecco aperitif mocktails camshaft crankshaft gearbox gearboxes flywheel driveshaft calipers
caliper rotors tappets carburettor catalytic diagnostics remap remapping turbocharger intercooler
alternator gaskets cambelt cambelts coolant dampers bushings wishbone subframe windscreen valeting
undersealing bodywork resprays towbar towbars dashcam joinery architrave skirting dado coving
cornice cornices plastering skimming pebbledash screed screeding repointing lintel lintels
underpinning trusses soffits fascias bargeboards dormer dormers rooflights flashing slates
grouting grout tiler tilers pergola pergolas gazebo trellis turfing hardscaping xeriscape
pollarding coppicing arborist deadbolt mortice rekeying upholstery reupholstery recliner swatches
tattooist farrier veterinary spaying neutering microchipping kennels cattery groomer florist
boutonniere gypsophila ranunculus physiotherapy osteopathy chiropractic orthotics orthodontics
veneers hygienist varifocals bifocals optometrist photovoltaics inverters conveyancing probate
bookkeeping kintsugi crochet macrame quilting lapidary luthier marquetry gilding letterpress bookbinding
glazier glazing stonemason drystone thatching thatcher scaffolding scaffolders forklift haulage
couriers dumpster janitorial fumigation exterminator spandrel balusters newel scribing chamfered
`
  .trim()
  .split(/\s+/);
