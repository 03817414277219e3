import { shortCode } from '../fhir/codes.ts'
import { isSensitiveDrug } from './drugs.ts'
import { isSensitiveElsewhere } from './words-elsewhere.ts'

/**
 * Code systems of diagnoses, procedures, services with their modifiers, drugs and diagnosis-related groups, and of where care was given and
 * by whom. `hcpcs` includes CPT.
 */
export const codeKinds = [
  'icd-10',
  'icd-9',
  'icd-9-procedure',
  'hcpcs',
  'ms-drg',
  'apr-drg',
  'ndc',
  'rxnorm',
  'snomed',
  'loinc',
  'revenue',
  'condition',
  'place',
  'taxonomy',
  'specialty',
  'service-type',
  'discharge',
  'bill-type',
] as const
export type CodeKind = (typeof codeKinds)[number]

/** The position of a code in a resource, which determines the code's kind if its system does not. */
export type Context =
  | 'diagnosis'
  | 'procedure'
  | 'service'
  | 'modifier'
  | 'drug'
  | 'drg'
  | 'amount'
  | 'why'
  | 'revenue'
  | 'place'
  | 'specialty'
  | 'discharge'
  | 'bill-type'
  | null

/** Systems as URLs, object identifiers and the short names that plans write. */
const kindsBySystem: readonly (readonly [RegExp, CodeKind | null])[] = [
  [/patdischargestatus|dschrg|discharge-?(?:status|disposition)|admit-source|113883\.6\.301\.5$/i, 'discharge'],
  [/service[-_]?type|[/:]1365$|ex-benefitcategory/i, 'service-type'],
  [/revenue|(?:^|\W)(?:clm[-_])?rev[-_]cntr(?:[-_]cd)?$|113883\.6\.301\.3$/i, 'revenue'],
  [/nubc.*condition/i, 'condition'],
  [/type-?of-?bill|113883\.6\.301\.1$/i, 'bill-type'],
  [/place.?of.?ser|place_of_srvc|serviceplace|[-_]pos[-_]cd/i, 'place'],
  [/spclty|specialty/i, 'specialty'],
  [/nucc|provider-taxonomy|113883\.6\.101$/i, 'taxonomy'],
  [/snomed|113883\.6\.96$/i, 'snomed'],
  [/apr-?drg/i, 'apr-drg'],
  [/drg/i, 'ms-drg'],
  [/icd-?10|113883\.6\.(90|4|3)$/i, 'icd-10'],
  [/coding\/icd9$|icd-?9.*(procedure|pcs|vol-?3)|113883\.6\.104$/i, 'icd-9-procedure'],
  [/icd-?9|113883\.6\.(103|42)$/i, 'icd-9'],
  // CMS's variables of diagnoses, such as `prncpal_dgns_cd`. Another system named for diagnoses may have its own codes.
  [/dgns/i, 'icd-10'],
  [/hcpcs|\bcpt\b|ama-assn\.org|113883\.6\.(285|12|14)$/i, 'hcpcs'],
  [/\bndc\b|113883\.6\.69$/i, 'ndc'],
  [/rxnorm|113883\.6\.88$/i, 'rxnorm'],
  [/loinc|113883\.6\.1$/i, 'loinc'],
  [/nubc|terminology\.hl7\.org|hl7\.org\/fhir\/us|x12\.org|usps|unitsofmeasure/i, null],
]

/**
 * The keys for looking up a coding in tables of sensitive codes; several if its kind is uncertain, if it has parent codes, or if it holds
 * several codes; none if no table can have it.
 */
export function listKeys({ system, code }: { readonly system: string; readonly code: string }, context: Context) {
  const written = writePlainly(code.slice(0, maxWritten))
  const kind = findKind(system)
  // The service type of a benefit balance is not care.
  if (kind === null || (kind === 'service-type' && context === 'amount')) return []
  const place = `${context} ${kind} ${written}`
  const kept = keysMet.get(place)
  if (kept !== undefined) return kept
  const keys = computeKeys(kind, written, context)
  // Files may invent any number of codes.
  if (keysMet.size >= maxKeysMet) keysMet.clear()
  keysMet.set(place, keys)
  return keys
}

/** A cache of keys by code: files repeat the same thousands of codes in millions of lines. */
const keysMet = new Map<string, readonly string[]>()
const maxKeysMet = 20_000

function computeKeys(kind: CodeKind | undefined, written: string, context: Context): readonly string[] {
  if (kind === 'ndc') return listDrugKeys('ndc', written)
  if (kind === 'loinc') return listCodeKeys(kind, written)
  const keys = splitCodes(written).flatMap((one) => listKinds(kind, one, context).flatMap((of) => listAbove(of, one)))
  // An eleven-digit number, with or without hyphens, is an NDC wherever it appears.
  return kind === undefined && isNdc(written) ? [...keys, ...listDrugKeys('ndc', written)] : keys
}

/** The keys of a drug's code; an NDC also has the key of its product, whatever the package. */
export function listDrugKeys(kind: 'ndc' | 'rxnorm', code: string): string[] {
  const own = listCodeKeys(kind, code)
  return kind === 'ndc' ? [...new Set([...own, ...own.map((key) => key.slice(0, 'ndc '.length + productDigits))])] : own
}

/** Five digits of the labeler and four of the product. */
const productDigits = 9

/** The key of a code, however it is written: with or without dots and hyphens, in any letter case. */
export function codeKey(kind: CodeKind, code: string): string {
  return listCodeKeys(kind, code)[0] ?? `${kind} `
}

/** The keys of all readings of a code: an NDC of ten digits does not say where the eleventh belongs. */
export function listCodeKeys(kind: CodeKind, code: string): string[] {
  const plain = writePlainly(code)
  if (kind === 'loinc') return [`loinc ${shortCode(plain).trim().toUpperCase()}`]
  const all = kind === 'ndc' ? listNdc(plain) : splitCodes(plain).map((one) => padCode(kind, one))
  return all.map((one) => `${kind} ${one}`)
}

/** The key for sensitive care that only words describe. */
export const sensitiveWords = 'words'

/**
 * Words of sensitive care, for code systems that no table can cover (SNOMED CT has 350,000 codes) and for care that only words describe:
 * substances, mental health, self-harm and violence, HIV, sexual and reproductive health.
 */
const wordsOfCare = new RegExp(
  [
    '(?<!non[- ]?|(?:isopropyl|rubbing|benzyl|phenyl|cetyl|stearyl|polyvinyl|wool|fatty|sugar) )alcohol(?![- ](?:swab|wipe|pad|prep|based|or peroxide))',
    '\\b(?:opioid|opium|opiat|heroin|cocain|cannabi|methadon|buprenorph)|overdos|detoxif|addict|abuse(?![- ]deterr)(?<!(?:fraud|waste),? (?:and|or|&) abuse)|misuse',
    '(?:drug|substance|nicotine) (?:use|depend|rehab|withdraw)|\\bmental(?!is\\b| (?:nerve|foram|spine|block|tubercle|status))|psych(?!ophysic)|anxiety|\\bpanic(?!o\\b)',
    '(?<!(?:\\bst|segment|respiratory|marrow|myocardial|cardiac|nasal|skull)[- ])depressi(?:on|ve)\\b(?! (?:of (?:the )?(?:skull|st\\b|nasal|tibial|bone)|fracture))',
    'bipolar(?! (?:hemi|hip|shoulder|prosth|endoprosth|electro|caut|coag|diatherm|lead|pac|forceps|radiofreq|cell))|schizo(?!cyt|nt)',
    '(?<!photo|phono|hydro|osmo|thermo|lipo|lyo)phobi|obsessive|\\badhd\\b|autis|eating disorder|anorexia nerv|bulimi|traumatic stress|behaviou?ral (?:dis|health)',
    // A momentary mental state, as after a fall, is not a disorder; an examination of mental status looks for one.
    '\\bmental status(?<!(?:alter|chang|decreas|declin|abnormal|impair|acute)\\w*(?: (?:in|of))? mental status)(?!,? (?:chang|alter|declin))',
    '\\b(?:mani[ac]\\b|hypomani|delusion|delirium|catatoni|dysthym|cyclothym|dissociative|somatoform|somatization|hypochondri|paraphil|voyeuris|exhibitionis|pedophil)',
    '\\b(?:mood|affective|adjustment|conduct|personality|conversion|factitious|impulse(?: control)?|stress|tic|developmental|neurocognitive|hyperactivity) disorder|\\bmood \\[affective|attention[- ]deficit|hyperkinetic',
    'acute stress reaction|reaction to severe stress|oppositional defiant|tourette|asperger|trichotill|kleptoman|pyroman|intellectual(?:ly)? disab|emotional (?:dis(?:order|turb)|problem)',
    'hallucinogen|\\b(?:sedative|hypnotic|anxiolytic|stimulant|inhalant|solvent|tobacco|caffeine)s?\\b[^.;]{0,60}\\b(?:abuse|depend|withdraw|use dis|use, unsp|related dis)',
    'maltreat|battered|\\bneglect (?:or|of) |child neglect|adult neglect|shaken infant|self[- ]?(?:inj|mutil|poison)',
    '\\bgonoc|chancroid|granuloma inguinale|trichomon|(?<!non)venereal|(?:genital|genitalia|perianal|anogenital)\\b.{0,30}(?:herpes|wart)|herpes.{0,40}(?:genital|perianal)|condyloma',
    'termination of pregnancy|(?<!history of )(?:ectopic|tubal|ovarian|molar) pregnan|hydatidiform|products of conception|family planning|planned parenthood',
    'dementia|suicid|self[- ]?harm|\\bviolence|\\brape\\b|\\bincest|sexual|gender (?:dys|iden|aff|re)|\\bhiv\\b|human immunodef|acquired immun',
    'patient health questionnaire|\\bphq\\b|\\bgad-?7|audit-c|\\bdast\\b|amphetamin|benzoylecgon|phencyclid|tetrahydrocannab|ethanol \\[',
    // Classes of drugs, and kinds of care, in payers' words.
    'antidepress|anti-?retrovir|antimanic|mood stabili[sz]|\\bssris?\\b|serotonin reuptake|abortifac|benzodiazepin|(?:cns|central nervous system) stimulant',
    '(?:smoking|tobacco|nicotine) (?:cessation|deterrent|counsel)|chemical(?:ly)? depend|\\bdetox\\b|medication[- ]assisted (?:treat|therap|recover)|(?:needle|syringe) (?:exchange|service)',
    '\\bst[di]s? (?:test|screen|panel|clinic|counsel|prevent)|(?<!rabies )pre-?exposure prophyl|(?:^|/)aids\\b|transgender|transsexual|tubal ligation|electroconvuls',
    'behaviou?r(?:al)? (?:analy|therap|interven|counsel|treat)(?!\\w* (?:for )?(?:obesity|cardio|weight))|\\baba (?:therap|treat|service|assess)|clinical social work',
    '(?:family|grief|bereavement|couples?|marital|marriage|crisis) counsel|(?:family|couples?|marital) therap|crisis (?:interven|stabili|resid)|partial hospitali[sz]ation|intensive outpatient|residential treatment',
    // Abbreviations, and names of those who give such care.
    "behav(?:ioral|ioural)? (?:health|hlth)|\\b(?:lcsw|licsw|lmsw|lmft|lmhc|lcpc|lpcc|psy\\.?d|pmhnp|bcba|lcadc|cadc)\\b|\\bsober\\b|(?:women(?:'|’)?s|crisis) (?:shelter|center|hotline)",
    '(?<!(?:surg\\w*|sports?|athletic|post[- ]?acute|cardiac|stroke|wound|pulmonary|data|injury|physical) )recovery (?:center|centre|house|home|residence|program|services|lodge|ranch)',
    '(?<!(?:genetics?|nutrition\\w*|diet\\w*|lactation|diabet\\w*|weight|health|medication|financial|travel) )counsel(?:l?ing|l?ors) (?:(?:& |and )?(?:center|centre|clinic|services|associates|group|partners|practice|wellness)|l\\.?l\\.?c|pllc|p\\.?c\\b|inc\\b)',
    'selective mut|involuntary (?:commit|hold|admis|treat)|\\b72[- ]hour hold|baker act|court[- ]ordered (?:eval|treat)|rorschach|\\bmmpi|\\bconners\\b|\\beat-26\\b|emotional support animal|(?:tobacco|nicotine) use (?:counsel|cess|interv)',
    'manual vacuum aspirat|suction curett|(?:missed|spontaneous|threatened|elective|therapeutic|incomplete) ab\\b|\\bessure\\b|diaphragm fit|puberty block|\\bgaht\\b|\\bhaart\\b|kaposi|pubic lice|pediculosis pubis|partner notif',
    // Abbreviations that mean something else in other care: lesions of a joint, pressure of the eye, repairs, images of the breast, vaccines.
    '\\bc?-?ptsd\\b|\\bocd\\b(?! (?:lesion|knee|elbow|ankle|tal|of ))|\\bmdd\\b|\\bsbirt\\b|\\bemdr\\b|\\barfid\\b|\\bados-?2\\b|\\bc-?ssrs\\b|\\bepds\\b|\\bm-?chat\\b|\\bcrafft\\b|\\bmadrs\\b',
    '\\b(?:bh|mh)(?: ?[/&-] ?(?:sud?|sa)\\b|[ /-](?:visit|office|outp|inp|clinic|serv|therap|treat|program|resid|eval|assess|iop|php))|\\bsud (?:iop|php|treat|resid|program|outp|inp|serv|clinic|eval|assess)',
    '\\b(?:iop|php) (?:program|group|session|day|level|per diem|treat)|\\bmat (?:program|visit|clinic|induction)|\\botp (?:week|bundle|visit|program|clinic)|\\bect (?:treat|session|therap)|\\br-?tms\\b|\\btms (?:treat|session|therap)',
    '\\bcbt(?:-i\\b| (?:session|group|for|therap))|\\bdbt (?:skill|group|session|therap)|cog(?:nitive)?[- ]behav|therapeutic behav|multisystemic|\\boud\\b|dialectical|transcranial magnetic|neurofeedback|hypnotherap|\\b(?:art|play|drama|milieu|equine|wilderness) therap',
    '(?:12|twelve)[- ]step (?:group|program|meeting|facilit)|relapse prevent|withdrawal manag|\\basam (?:level )?\\d|narcotics anon|co-?dependency|\\bal-?anon\\b|halfway house|mobile crisis|assertive community|anger manag',
    '(?<!(?:breast-?feeding|lactation|diabetes|cancer|stroke) )peer (?:sup\\b|support|recover|specialist)|learning (?:disab|disord)|gambling|\\bbinge[- ](?:eat|drink)|hallucinat|(?:perinatal|postpartum|maternal) (?:mood|blues)|baby blues|safety plan(?:ning)? interv',
    '\\brehab\\w*[ ,/-]+(?:drug|substance)|drug (?:screen|test)|toxicology screen|marijuana|\\bthc\\b|\\bmdma\\b|\\betoh\\b|\\bvap(?:e|ing)\\b|e-?cigarette|psilocyb|ketamine[- ]assist',
    '(?<!rabies )post-?exposure prophyl(?!\\w*,? (?:\\w+ )?rabies)|\\bcd4\\b|\\brpr (?:test|titer|screen|quant|qual)|\\breagin\\b|\\bvdrl\\b|\\bfta-?abs\\b|\\bgc ?/ ?ct\\b|\\bct ?/ ?(?:gc|ng)\\b|(?:for|to|of) st[di]s?\\b(?! \\w)|(?:hsv|herpes simplex)(?: virus)?[- ](?:type )?(?:2|ii)\\b',
    '\\bd ?& ?e\\b|dilat(?:ion|ation) (?:and|&) evac|un(?:wanted|planned|intended) pregnan|morning[- ]after|\\bsane (?:exam|nurse|kit)|\\bipv screen|intimate partner|human traffick',
    'gender[- ](?:aff|clinic|incongr|transition|confirm|non-?conf|divers)|\\bsex[- ](?:reassign|change|traffick)|cross-sex|vaginoplast|phalloplast|metoidioplast',
    // Who gives such care alone, by profession, kind or name: large practices by video, clinics and houses in many states.
    '\\b(?:licensed |clinical )?(?:professional|mental|trauma|pastoral) counsel|\\blpc\\b|\\bmft\\b|behavioral(?:$|,? (?:pediatr|care|medicine|services|hospital|cent(?:er|re)|associates|group|institute|solutions|network|wellness|llc|inc))',
    '(?:gender|transgender) (?:health|wellness)|narcotics? treat|comprehensive treatment cent|ketamine (?:clinic|cent|wellness|therap)|\\btms (?:cent|clinic|therap|of )|teen clinic|ryan white\\b|oxford house|hazelden|betty ford',
    'talkspace|betterhelp|lyra health|lifestance|thriveworks|sondermind|charlie health|brightside health|grow therapy|workit health|bicycle health|boulder care|cleanslate|brightview|groups recover together|sierra tucson|sheppard pratt',
    'mclean hospital|folx health|plume (?:health|clinic)|hey jane|carafem|equip health',
    // Some species of this genus infect the lungs, or birds.
    'chlamyd\\w* trach|(?<!pneumonia (?:due to|caused by|from|by) )chlamyd(?!\\w*(?: \\(?chlamyd\\w*\\)?)? (?:pneumon|psittac))',
    'papilloma ?virus|\\bhpv\\b(?! (?:vacc|immuniz))|treponema|choriogonadotropin|(?<!nonvenereal )syphil|gonor|abortion|miscarr|pregnancy test|contracep|\\biuds?\\b|intrauterine dev|birth control|heroin|addiction|sterili[sz]ation|vasectom',
  ].join('|'),
  'i',
)

/** The keys of words, in place of a code's. */
export function listWordKeys(words: string): readonly string[] {
  const kept = wordsMet.get(words)
  if (kept !== undefined) return kept
  const plain = writePlainly(words)
  const keys = wordsOfCare.test(plain) || isSensitiveElsewhere(plain) ? [sensitiveWords] : []
  if (words.length <= maxWritten) {
    if (wordsMet.size >= maxKeysMet) wordsMet.clear()
    wordsMet.set(words, keys)
  }
  return keys
}

/** A cache of keys by words, as for codes: most words are names of codes. */
const wordsMet = new Map<string, readonly string[]>()

/** The keys of a drug's name. */
export function listDrugWordKeys(words: string): string[] {
  return isSensitiveDrug(writePlainly(words)) ? [sensitiveWords] : []
}

/** Whether a text that no code goes with names sensitive care, or a drug for it. */
export function saysSensitive(text: string): boolean {
  return listWordKeys(text).length > 0 || isSensitiveDrug(writePlainly(text))
}

/** Whether a system has more codes than a table can hold. */
export function isBoundless(system: string): boolean {
  const kind = findKind(system)
  return kind === 'snomed' || kind === 'loinc'
}

/** Whether tables cover the code's kind completely, by its system or else by its form: a code that none of them has is ordinary care. */
export function isInTables({ system, code }: { readonly system: string; readonly code: string }, context: Context) {
  const kind = findKind(system)
  const plain = code.slice(0, maxWritten)
  if (kind !== undefined || system !== '')
    return kind !== undefined && kind !== null && !isBoundless(system) && !(kind === 'hcpcs' && isUnlisted(plain))
  return listKinds(undefined, plain.replaceAll('.', ''), context).some(
    (one) => isCode(one, plain) && !(one === 'hcpcs' && isUnlisted(plain)),
  )
}

/** CPT and HCPCS codes for services without a code: unlisted, not otherwise classified. */
const unlisted =
  /^(?:[A-Z\d]\d{2}99|5(?:5559|857[89]|8679|989[78])|76(?:496|497|498)|81479|86849|89240|89398|92700|93998|96(?:379|549)|97[01]39|99(?:429|600)|J(?:3[45]90|8498|8597))$/i

/** Whether a CPT or HCPCS code leaves the service to words. */
function isUnlisted(code: string): boolean {
  return unlisted.test(code.trim().slice(0, 5))
}

/** Whether a system is one of drugs. */
export function isOfDrugs(system: string): boolean {
  const kind = findKind(system)
  return kind === 'ndc' || kind === 'rxnorm'
}

/** Converts full-width letters, and removes invisible characters. */
function writePlainly(text: string): string {
  if (isPlain.test(text)) return text
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
}

const isPlain = /^[ -~]*$/

/** Whether a text consists only of codes of care, as in an unknown extension. */
export function isListOfCodes(text: string): boolean {
  if (text.length > maxWritten) return false
  const parts = writePlainly(text)
    .trim()
    .split(/[\s,;|]+/)
  return parts.every((part) => /\d/.test(part) && (isCode('icd-10', part) || isCode('hcpcs', part)))
}

/** The code of a service at the beginning of its words: `90837 - 60 min`. */
export function findLeadingService(text: string): string | undefined {
  return /^\s*((?:\d{4}|[A-Z]\d{3})[\dA-Z])(?=\s*(?:$|[-–:]\s))/i.exec(writePlainly(text))?.[1]
}

/** Whether a text begins with an ICD-10 diagnosis with its dot, which cannot be anything else. */
export const isDotted = (text: string): boolean => /^\s*[A-Z]\d[A-Z\d]\.[A-Z\d]{1,4}\b/i.test(writePlainly(text))

/** A longer text is not a code. */
const maxWritten = 200

const forms: Readonly<Record<CodeKind, RegExp>> = {
  'icd-10': /^[A-Z]\d[A-Z\d](?:\.?[A-Z\d]{1,4})?$|^[A-HJ-NP-Z\d]{7}$/i,
  'icd-9': /^(?:E\d{3}|V\d{2}|\d{3})(?:\.?\d{1,2})?$/i,
  'icd-9-procedure': /^\d{2}(?:\.?\d{1,2})?$/,
  hcpcs: /^[A-Z\d]\d{3}[A-Z\d](?:[\s:-]?[A-Z\d]{2}){0,4}$|^[A-Z][A-Z\d]$/i,
  'ms-drg': /^(?:(?:MS-?)?DRG[\s-]*)?\d{1,4}$/i,
  ndc: /^\d{7,11}$|^\d{4,5}-\d{3,4}(?:-\d{1,2})?$/,
  rxnorm: /^\d{1,8}$/,
  'apr-drg': /^(?:(?:APR-?)?DRG[\s-]*)?\d{1,3}(?:-?[1-4])?$/i,
  snomed: /^\d{6,18}$/,
  loinc: /^\d{1,7}-\d$/,
  revenue: /^\d{3,4}$/,
  condition: /^[A-Z\d]{2}$/i,
  place: /^\d{1,2}$/,
  taxonomy: /^\d{2}[A-Z\d]{1,7}X?$/i,
  specialty: /^[A-Z\d]\d$/i,
  'service-type': /^[A-Z\d]{1,2}$/i,
  discharge: /^(?:\d{1,2}|psych?)$/i,
  'bill-type': /^0?\d{2}[A-Z\d]?$/i,
}

/** Whether a text is a single code of a kind: no range, list or pattern, and not damaged by a spreadsheet. */
export function isCode(kind: CodeKind, code: string): boolean {
  return forms[kind].test(code.trim())
}

/** The kind that a system's name or URL says; null: a kind without tables; undefined: the system is unknown. */
function findKind(system: string): CodeKind | null | undefined {
  if (system.length > maxSystem) return undefined
  if (!known.has(system)) {
    // Files may invent any number of systems.
    if (known.size >= maxKnown) known.clear()
    known.set(system, kindsBySystem.find(([pattern]) => pattern.test(system))?.[1])
  }
  return known.get(system)
}

/** A cache of kinds by system: a file repeats the same few in each of its millions of codes. */
const known = new Map<string, CodeKind | null | undefined>()
const maxKnown = 500
/** A longer text is not a system: matching it would take minutes. */
const maxSystem = 500

function listKinds(kind: CodeKind | undefined, plain: string, context: Context): readonly CodeKind[] {
  if (kind === 'icd-9' || kind === 'icd-10') return [findEdition(kind, plain, context === 'procedure')]
  if (kind !== undefined) return [kind]
  if (context === 'diagnosis') return ['icd-10', 'icd-9']
  if (context === 'procedure') return ['icd-10', 'icd-9-procedure', 'hcpcs']
  // X12 sends a diagnosis-related group as a number alone, without its grouper.
  if (context === 'modifier') return ['hcpcs']
  if (context === 'drg') return ['ms-drg', 'apr-drg']
  // A code of CPT or HCPCS: no other system has this form in the place of a service.
  if (context === 'service' && /^\d{4}[\dAFMTU]$/.test(plain)) return ['hcpcs']
  if (context === 'revenue' || context === 'place' || context === 'discharge' || context === 'bill-type')
    return [context]
  if (context === 'specialty') return ['taxonomy', 'specialty']
  if (/^\d\w{8}X$/.test(plain)) return ['taxonomy']
  // A number of an unknown kind may be anything: an amount, a location, a provider.
  return /^[A-Z]\w{4,12}$/.test(plain) ? ['hcpcs', 'icd-10'] : []
}

/**
 * The ICD edition of a code by its form, because many files name the wrong edition, as X12's old qualifiers do: three to five digits are
 * never ICD-10; in ICD-9, a diagnosis begins with no letter but E and V, and a procedure never has seven characters.
 */
function findEdition(kind: 'icd-9' | 'icd-10', plain: string, isProcedure: boolean): CodeKind {
  if (isProcedure)
    return kind === 'icd-10'
      ? /^\d{2,4}$/.test(plain)
        ? 'icd-9-procedure'
        : kind
      : plain.length === 7
        ? 'icd-10'
        : 'icd-9-procedure'
  if (kind === 'icd-10') return /^\d{3,5}$/.test(plain) ? 'icd-9' : kind
  return /^[A-DF-UW-Z]\d/.test(plain) ? 'icd-10' : kind
}

const trees: ReadonlySet<CodeKind> = new Set(['icd-10', 'icd-9', 'taxonomy'])

/** An ICD-10 procedure that begins like an unrelated diagnosis: `F07Z9ZZ`. */
const procedureLikeDiagnosis = /^[BCDFG]\d.{5}$/

/** A code with its parent codes: a table that lists `F11` means all codes below it. */
function listAbove(kind: CodeKind, plain: string): string[] {
  const own = padCode(kind, plain)
  const isTree = trees.has(kind) && !(kind === 'icd-10' && procedureLikeDiagnosis.test(own))
  const above = isTree ? Array.from({ length: Math.max(0, own.length - 3) }, (_, at) => own.slice(0, at + 3)) : []
  const intent = kind === 'icd-10' && harmedThemself.test(own) ? [selfHarm] : []
  return [own, ...above, ...intent].map((one) => `${kind} ${one}`)
}

/**
 * In codes for poisoning, toxic effects and asphyxiation, the sixth character says that the patient did it intentionally; in those that have
 * only five, the fifth does, and X fills the place of the sixth (`T58.02XA`).
 */
const harmedThemself = /^T(?:3[6-9]|[45]\d|6[0-5]|71)(?:.{2}2|.2X)/
export const selfHarm = 'SELFHARM'

/**
 * The codes in one text, without dots: `F11.20; Z79.891`. A modifier, version or qualifier beside a code (`HC:H0020:HF`) counts as a code
 * that no table has.
 */
function splitCodes(code: string): string[] {
  const parts = (code.includes('://') ? shortCode(code) : code)
    .toUpperCase()
    .replaceAll('.', '')
    .split(/[\s:^;,|/-]+/)
  const isWritten = !/\s/.test(code.trim())
  // In a sentence, two letters are not a modifier.
  return parts.filter((part) => /\d/.test(part) || (isWritten && part !== ''))
}

/** A code in the form of the tables: with the leading zeros that spreadsheets remove, and without appended modifiers. */
function padCode(kind: CodeKind, plain: string): string {
  if (kind === 'hcpcs') return plain.padStart(5, '0').replace(/^([A-Z\d]{5})(?:[A-Z\d]{2})+$/, '$1')
  if (kind === 'ms-drg' || kind === 'apr-drg') {
    const number = plain.replace(/^(?:MS|APR)?DRG/, '').replace(/^0+/, '')
    // Removes the appended severity.
    return (kind === 'apr-drg' ? number.replace(/^(\d{3})[1-4]$/, '$1') : number).padStart(3, '0')
  }
  if (kind === 'revenue') return plain.padStart(4, '0')
  // Facility and care; the last character is the frequency of bills.
  if (kind === 'bill-type') return plain.replace(/^(?!0)/, '0').slice(0, 3)
  return kind === 'place' || kind === 'specialty' || kind === 'discharge' ? plain.padStart(2, '0') : plain
}

function isNdc(code: string): boolean {
  return /^\s*(?:\d{10,11}|\d{4,5}-\d{3,4}-\d{1,2})\s*$/.test(code)
}

/**
 * The possible eleven-digit forms of an NDC. With ten digits, hyphens show which part lacks a zero; without hyphens, each part may. An NDC
 * with fewer digits has lost leading zeros, of ten digits or of eleven.
 */
function listNdc(code: string): string[] {
  // X12 and pharmacies write the qualifier N4 before it.
  const plain = shortCode(code).replace(/^\s*N4:?\s*(?=\d)/i, '')
  const [labeler = '', product = '', pack] = plain.split('-').map((part) => part.trim())
  // A product without its package.
  if (product !== '' && pack === undefined && /^\d{4,5}-\d{3,4}$/.test(plain.trim()))
    return [`${labeler.padStart(5, '0')}${product.padStart(4, '0')}`]
  if (pack !== undefined) return [`${labeler.padStart(5, '0')}${product.padStart(4, '0')}${pack.padStart(2, '0')}`]
  const digits = plain.replaceAll(/[\s-]/g, '')
  if (digits.length > 10) return [digits]
  const ten = digits.padStart(10, '0')
  return [`0${ten}`, `${ten.slice(0, 5)}0${ten.slice(5)}`, `${ten.slice(0, 9)}0${ten.slice(9)}`]
}
