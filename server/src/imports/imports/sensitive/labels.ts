const toCodeSet = (codes: string) =>
  new Set(
    codes
      .trim()
      .split(/\s+/)
      .map((code) => code.toUpperCase()),
  )

/**
 * Labels that name a kind of care or a law that protects it: HL7's ActCodes below `_ActUSPrivacyLaw` and `_InformationSensitivityPolicy`,
 * with deprecated codes, and the upper levels of Confidentiality.
 */
export const sensitiveLabels: ReadonlySet<string> = toCodeSet(`
  _ActPrivacyLaw _ActUSPrivacyLaw 42CFRPart2 CommonRule HIPAAAuth HIPAAConsent HIPAANOPP HIPAAPsyNotes HIPAAROA HIPAASelfPay
  Title38Section7332 Title38Part1
  _InformationSensitivityPolicy _ActInformationSensitivityPolicy
  ETH GDIS HIV MST PREGNANT SCA SDV SEX SPI BH COGN DVD EMOTDIS MH PSY PSYTHPN SUD ETHUD OPIOIDUD STD TBOO VIO IDS SICKLE SOC
  _EntitySensitivityPolicyType DEMO DOB GENDER LIVARG MARST PATLOC RACE REL
  _RoleInformationSensitivityPolicy B EMPL LOCIS SSP ADOL CEL VIP DIA DRGIS EMP PDS PHY PRS
  R V`)

/** Levels of Confidentiality that restrict nobody who may see the rest. */
const openGrades = toCodeSet('N L M U')

/**
 * Labels that do not restrict who sees the data: a recipient's duties (obligations, and refrains other than from disclosing), purposes of
 * use, and how far the data can be trusted (integrity).
 */
const openLabels = toCodeSet(`
  ANONY AOD AUDIT AUDTR CPLYCC CPLYCD CPLYCUI CPLYJPP CPLYJSP CPLYOPP CPLYOSP CPLYPOL DECLASSIFYLABEL DEID DELAU DOWNGRDLABEL DRIVLABEL
  ENCRYPT ENCRYPTR ENCRYPTT ENCRYPTU HUAPRV LABEL MASK MINEC PERSISTLABEL PRIVMARK PROCESSINLINELABEL PSEUD REDACT UPGRDLABEL
  ObligationPolicy NOCOLLECT NOINTEGRATE NOPERSISTP NORELINK NOREUSE
  PurposeOfUse HMARKT HOPERAT CAREMGT DONAT FRAUD GOV HACCRED HCOMPL HDECD HDIRECT HDM HLEGAL HOUTCOMS HPRGRP HQUALIMP HSYSADMIN LABELING
  METAMGT MEMADMIN MILCDM PATADMIN PATSFTY PERFMSR RECORDMGT SYSDEV HTEST TRAIN HPAYMT CLMATTCH COVAUTH COVERAGE ELIGDTRM ELIGVER ENROLLM
  MILDCRG REMITADV HRESCH BIORCH CLINTRCH CLINTRCHNPC CLINTRCHPC PRECLINTRCH DSRCH POARCH TRANSRCH PATRQT FAMRQT PWATRNY SUPNWK PUBHLTH
  DISASTER THREAT TREAT CLINTRL COC ETREAT BTG ERTREAT POPHLTH
  ABSTRED AGGRED ANONYED MAPPED MASKED PSEUDED REDACTED SUBSETTED SYNTAC TRSLT VERSIONED CRYTOHASH DIGSIG HRELIABLE RELIABLE UNCERTREL
  UNRELIABLE CLINAST DEVAST HCPAST PACQAST PATAST PAYAST PROAST SDMAST AIAST DICTAST CLINRPT DEVRPT HCPRPT PACQRPT PATRPT PAYRPT PRORPT
  SDMRPT TRSTACCRDOBV TRSTAGREOBV TRSTCERTOBV TRSTFWKOBV TRSTLOAOBV TRSTMECOBV`)

export interface Label {
  readonly system?: unknown
  readonly code?: unknown
}

/**
 * Whether a security label restricts the labeled data to the patient (MP-14). Every label does that is not known as open: a code that HL7
 * has added since, one that a plan has invented, a label without a code.
 */
export function isRestricting({ system, code }: Label): boolean {
  const plain = normalizeCode(code)
  if (openGrades.has(plain))
    return !matchesSystem(system, /confidentiality|2\.16\.840\.1\.113883\.5\.25$/i) && !isNothing(system)
  return !openLabels.has(plain)
}

/** Whether a coding is a label although it is not in a label's place. */
export function isSensitiveLabel({ system, code }: Label): boolean {
  const systems = /v3[-/](actcode|actusprivacylaw|confidentiality)$|2\.16\.840\.1\.113883\.5\.(4|25|1137)$/i
  return matchesSystem(system, systems) && sensitiveLabels.has(normalizeCode(code))
}

function matchesSystem(system: unknown, pattern: RegExp): boolean {
  return typeof system === 'string' && pattern.test(system.trim())
}

function isNothing(system: unknown): boolean {
  return system === undefined || system === null || system === ''
}

function normalizeCode(code: unknown): string {
  return typeof code === 'string' ? code.trim().toUpperCase() : ''
}
