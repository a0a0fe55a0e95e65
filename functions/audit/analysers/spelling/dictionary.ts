export interface Dictionary {
  /** Whether the word, in lower case, is spelled as English spells it, on either side of the Atlantic. */
  knows(word: string): boolean;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const MIN_SLIP_CHARACTERS = 5;

let loading: Promise<Dictionary> | undefined;

/**
 * The English dictionary, loaded when it is first needed and kept: 0.15 to 0.5 s and up to 40 MB.
 * Both packages are imported on demand, so that a function that checks no spelling pays for neither.
 */
export function loadDictionary(): Promise<Dictionary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Dictionary> {
  const [{ default: nspell }, { default: files }] = await Promise.all([
    import("nspell"),
    import("dictionary-en"),
  ]);
  const american = nspell({ aff: Buffer.from(files.aff), dic: Buffer.from(files.dic) });
  const knowsAmerican = (word: string) => MORE_WORDS.has(word) || american.correct(word);
  const knows = (word: string) => knowsAmerican(word) || isBritish(word, knowsAmerican);
  return { knows: (word) => knows(word) || knows(withoutPrefix(word)) };
}

/** Whether one letter too many, missing, wrong, or two swapped, between the first and the last, make it a word. */
export function isOneSlipAway(word: string, knows: (word: string) => boolean): boolean {
  if (word.length < MIN_SLIP_CHARACTERS) return false;
  for (let at = 1; at < word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    const rest = after.slice(1);
    if (LETTERS.some((letter) => knows(before + letter + after))) return true;
    if (rest === "") continue;
    if (knows(before + rest) || LETTERS.some((letter) => knows(before + letter + rest)))
      return true;
    if (rest.length > 1 && knows(before + rest.charAt(0) + after.charAt(0) + rest.slice(1)))
      return true;
  }
  return false;
}

function isBritish(word: string, knowsAmerican: (word: string) => boolean): boolean {
  return RULES.some(([british, american]) => {
    const other = word.replace(british, american);
    return other !== word && knowsAmerican(other);
  });
}

/** Prefixes that make words no dictionary lists: `nonmembers`, `subpages`. Not those that slips look like: `co-`, `re-`. */
function withoutPrefix(word: string): string {
  return word.replace(/^(?:anti|micro|multi|non|over|sub|un)(?=.{5})/, "");
}

/** What `dictionary-en`, which is American, lacks: words of the web, and British ones that no rule makes. */
const MORE_WORDS: ReadonlySet<string> = new Set(
  (
    "backend backlink backlinks bespoke bifold bookable captcha chatbot chatbots chiropractor " +
    "clickable contactless coworking covid crypto customizable cyber cybersecurity dropdown " +
    "dropshipping ebike ebikes ebook ebooks eco ecommerce fintech frontend gamification gastropub " +
    "geolocation glamping haircare homeware homewares hostname hostnames hygge influencer " +
    "influencers kombucha lightbox livestream lockdown matcha microservices microsite ombre " +
    "onboarding online personalization photovoltaic pilates preorder probiotic probiotics rebrand " +
    "rebranding reiki reusability roadmap roadmaps scalable signup signups staycation staycations " +
    "superfood superfoods telehealth timelapse tooltip tradeoff upcycled upcycling upskilling " +
    "uptime vlog vlogs walkthrough webinar webinars webmail webpage webpages wellbeing whitepaper " +
    "wifi workspaces " +
    "anti bio geo mini multi non post pre pro semi sub super ultra " +
    "acknowledgement acknowledgements ageing aluminium amongst artefact artefacts axe carpark " +
    "cheque cheques cosier cosiest cosily cosy councillor councillors defence defences draught " +
    "draughts draughty dreamt enquire enquiries enquiry enrol enrolment enrolments enrols fulfil " +
    "fulfilment fulfils grey greyed greyish greys greyscale instalment instalments jewellery " +
    "judgement judgements kerb kerbs learnt licence licences likeable liveable manoeuvre " +
    "manoeuvres manoeuvring marvellous maths mould moulded moulding moulds moustache mums offence " +
    "offences omelette omelettes plough ploughed ploughing practise practised practises practising " +
    "pretence pyjamas saleable sceptical scepticism sizeable skilful skilfully specialities " +
    "speciality spelt storey storeys sulphur tyre tyres wilful wilfully woollen yoghurt"
  ).split(" "),
);

/** How the British spelling becomes the American one. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/our/, "or"], // colour, favourite
  [/is(?=(e[drs]?|ers|ing|ations?|ational|able)$)/, "iz"], // organise
  [/ys(?=(e[drs]?|ers|ing)$)/, "yz"], // analyse
  [/([bct])re(?=[ds]?$)/, "$1er"], // centre
  [/ll(?=(e[dr]|ers|ing|ation|ations|ors?|ous)$)/, "l"], // travelling
  [/ogue(?=[ds]?$)/, "og"], // catalogue
  [/ae|oe/, "e"], // anaesthetic
  [/mme(?=s?$)/, "m"], // programme
];
