/** ISO 3166-1: alpha-2 and alpha-3 of each country in one word. */
const COUNTRIES = (
  "ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA " +
  "AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES " +
  "BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK " +
  "CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA " +
  "DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA " +
  "GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS " +
  "GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD " +
  "IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA " +
  "KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA " +
  "LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ " +
  "MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC " +
  "NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM " +
  "PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC " +
  "SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV " +
  "SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR " +
  "TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR " +
  "VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE"
)
  .split(" ")
  .map((codes) => ({ alpha2: codes.slice(0, 2), alpha3: codes.slice(2) }));

/** The languages in which a country's name is understood. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "da", "sv", "nb", "fi"];

/** Names in use that are not those of Unicode's tables. */
const OTHER_NAMES: Record<string, string> = {
  uk: "GB",
  greatbritain: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  northernireland: "GB",
  unitedstatesofamerica: "US",
  holland: "NL",
  thenetherlands: "NL",
  czechrepublic: "CZ",
  turkey: "TR",
  republicofireland: "IE",
  ivorycoast: "CI",
};

let codesByName: Map<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country given by a code or a name; "" for anything else. */
export function readCountry(text: string): string {
  codesByName ??= nameCountries();
  return codesByName.get(spell(text)) ?? "";
}

function nameCountries(): Map<string, string> {
  const codes = new Map(Object.entries(OTHER_NAMES));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const { alpha2 } of COUNTRIES) codes.set(spell(names.of(alpha2) ?? alpha2), alpha2);
  }
  for (const { alpha2, alpha3 } of COUNTRIES) {
    codes.set(spell(alpha2), alpha2).set(spell(alpha3), alpha2);
  }
  return codes;
}

/** A name by its letters alone: `U.S.A.` and `usa` are one, and so are `Österreich` and `Osterreich`. */
function spell(text: string): string {
  return text
    .slice(0, 100)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}
