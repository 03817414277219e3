/**
 * Kinds of care that members look for, and how files name them: prefixes of provider taxonomy codes (the longest match counts),
 * else words in the file's own name for a specialty.
 */
interface SpecialtyRule {
  readonly codes: readonly string[]
  readonly named?: RegExp
}

const rules = {
  'primary-care': {
    codes: ['207Q', '208D', '207R00000X', '261QP2300X', '261QF0400X', '261QR1300X'],
    named: /family|general practice|^internal medicine$|primary care|geriatric/i,
  },
  'family-medicine': { codes: ['207Q', '208D'], named: /family (medicine|practice)|general practice/i },
  'internal-medicine': { codes: ['207R00000X'], named: /^internal medicine$/i },
  geriatrics: { codes: ['207RG0300X', '207QG0300X', '2084P0805X'], named: /geriatric/i },
  pediatrics: { codes: ['2080', '208000000X'], named: /pediatric/i },
  'nurse-practitioner': { codes: ['363L', '364S'], named: /nurse practitioner|clinical nurse specialist/i },
  'physician-assistant': { codes: ['363A'], named: /physician assistant/i },
  obgyn: { codes: ['207V', '363LX0001X', '363LW0102X'], named: /obstetric|gynecolog|women['’]s health/i },
  midwife: { codes: ['367A', '176B'], named: /midwife/i },
  cardiology: {
    codes: ['207RC0000X', '207RC0001X', '207RI0011X', '207RA0001X', '207UN0901X', '2080P0202X'],
    named: /cardiolog|cardiac electro|cardiovascular/i,
  },
  'heart-surgery': { codes: ['208G'], named: /thoracic surgery|cardiac surgery|cardiothoracic/i },
  vascular: { codes: ['2086S0129X', '2085R0204X'], named: /vascular (surgery|and)|interventional radiology/i },
  dermatology: { codes: ['207N'], named: /dermatolog/i },
  endocrinology: { codes: ['207RE0101X', '2080P0205X'], named: /endocrin/i },
  gastroenterology: {
    codes: ['207RG0100X', '207RI0008X', '207RT0003X', '2080P0206X'],
    named: /gastroenter|hepatolog/i,
  },
  'colon-surgery': { codes: ['208C'], named: /colorectal|proctolog|colon/i },
  hematology: { codes: ['207RH0000X', '207RH0003X', '2080P0207X'], named: /hematolog/i },
  oncology: {
    codes: ['207RH0003X', '207RX0202X', '207VX0201X', '2086X0206X', '2085R0001X', '261QX0200X'],
    named: /oncolog/i,
  },
  'radiation-oncology': { codes: ['2085R0001X', '261QX0203X'], named: /radiation onc/i },
  infectious: { codes: ['207RI0200X', '2080P0208X'], named: /infectious/i },
  nephrology: { codes: ['207RN0300X', '2080P0210X'], named: /nephrolog/i },
  pulmonology: { codes: ['207RP1001X', '207RC0200X', '2080P0214X'], named: /pulmon|critical care/i },
  rheumatology: { codes: ['207RR0500X', '2080P0216X'], named: /rheumat/i },
  allergy: { codes: ['207K', '207RA0201X', '2080P0201X'], named: /allergy/i },
  sleep: { codes: ['207RS0012X', '2084S0012X', '261QS1200X'], named: /sleep/i },
  neurology: { codes: ['2084N'], named: /neurolog/i },
  neurosurgery: { codes: ['207T'], named: /neurosurg/i },
  psychiatry: { codes: ['2084P', '283Q', '273R', '363LP0808X'], named: /psychiatr/i },
  therapy: {
    codes: ['103', '1041', '101Y', '106H', '261QM0801X', '251S'],
    named: /psycholog|social work|mental health|counselor|marriage/i,
  },
  addiction: {
    codes: [
      '2084A',
      '207LA',
      '207QA0401X',
      '207RA0401X',
      '101YA',
      '261QR0405X',
      '261QM2800X',
      '324500000X',
      '276400000X',
    ],
    named: /addiction|substance/i,
  },
  orthopedics: { codes: ['207X'], named: /orthop/i },
  'hand-surgery': { codes: ['207XS0106X', '2086S0105X', '2082S0105X'], named: /hand surgery/i },
  'sports-medicine': {
    codes: ['207XX0005X', '207QS0010X', '207RS0010X', '2081S0010X', '204C'],
    named: /sports medicine/i,
  },
  spine: { codes: ['207XS0117X', '207T'], named: /spine|neurosurg/i },
  podiatry: { codes: ['213E'], named: /podiatr/i },
  chiropractic: { codes: ['111N'], named: /chiropract/i },
  'physical-therapy': {
    codes: ['2251', '225200000X', '261QP2000X', '261QR0400X', '261QR0401X'],
    named: /physical therap|rehabilitation/i,
  },
  'occupational-therapy': { codes: ['225X'], named: /occupational therap/i },
  'speech-therapy': { codes: ['235Z'], named: /speech/i },
  rehabilitation: { codes: ['2081', '283X', '261QR0400X', '273Y'], named: /physical medicine|rehabilitation/i },
  pain: { codes: ['208VP', '207LP2900X', '2081P2900X', '2084P2900X', '261QP3300X'], named: /pain m/i },
  ophthalmology: { codes: ['207W'], named: /ophthalm/i },
  optometry: { codes: ['152W'], named: /optometr/i },
  ent: { codes: ['207Y'], named: /otolaryng/i },
  audiology: { codes: ['231H', '237'], named: /audiolog|hearing/i },
  urology: { codes: ['2088'], named: /urolog/i },
  'general-surgery': { codes: ['2086'], named: /^(general )?surgery$/i },
  'plastic-surgery': { codes: ['2082', '2086S0122X'], named: /plastic/i },
  anesthesiology: { codes: ['207L', '3675'], named: /anesthe/i },
  emergency: { codes: ['207P'], named: /emergency medicine/i },
  hospitalist: { codes: ['208M'], named: /hospitalist/i },
  pathology: { codes: ['207Z'], named: /patholog/i },
  radiology: { codes: ['2085', '261QR0200X', '261QR0206X', '261QM1200X'], named: /radiology|imaging/i },
  laboratory: { codes: ['291U', '292200000X'], named: /laborator/i },
  dentistry: { codes: ['1223', '122300000X', '261QD0000X', '124Q'], named: /dentist|dental/i },
  nutrition: { codes: ['133'], named: /dietiti|nutrition/i },
  hospital: {
    codes: ['282N', '281P', '2843', '2865', '2824', '283'],
    named: /hospital|critical access|^childrens$|acute care/i,
  },
  'childrens-hospital': { codes: ['282NC2000X'], named: /^childrens?$|children['’]s hospital/i },
  'urgent-care': { codes: ['261QU0200X'], named: /urgent care/i },
  'surgery-center': { codes: ['261QA1903X'], named: /ambulatory surg/i },
  dialysis: { codes: ['261QE0700X'], named: /dialysis|esrd/i },
  'home-health': { codes: ['251E', '251J', '253Z'], named: /home health/i },
  hospice: { codes: ['251G', '315D', '207RH0002X', '207QH0002X'], named: /hospice|palliative/i },
  'nursing-home': { codes: ['3140', '310', '311', '313'], named: /skilled nursing|nursing facility/i },
  pharmacy: { codes: ['3336', '183500000X'], named: /pharmacy/i },
  'specialty-pharmacy': { codes: ['3336S0011X', '3336H0001X'], named: /specialty pharmacy|home infusion/i },
  'mail-pharmacy': { codes: ['3336M0002X'], named: /mail order/i },
  'medical-equipment': { codes: ['332B', '332BX2000X', '335E'], named: /medical equipment|prosthetic/i },
  ambulance: { codes: ['3416', '341600000X'], named: /ambulance/i },
} as const satisfies Record<string, SpecialtyRule>

export type Specialty = keyof typeof rules

export const specialties = Object.keys(rules) as readonly Specialty[]

/** Kinds of care that are part of a broader one: a search for the broader one also finds these. */
const alsoOf = [
  ['family-medicine', 'primary-care'],
  ['internal-medicine', 'primary-care'],
] as const satisfies readonly (readonly [Specialty, Specialty])[]

/** What a provider does, from a file's codes and its own names for specialties, in the file's order. */
export function findSpecialties(codes: readonly string[], names: readonly string[]): readonly Specialty[] {
  const found = [...codes.flatMap(byCode), ...names.flatMap(byName)]
  const broader = found.flatMap((one) => alsoOf.flatMap(([narrow, broad]) => (narrow === one ? [broad] : [])))
  const special = found.filter((one) => !broader.includes(one as never))
  return [...new Set([...special, ...found, ...broader])]
}

function byCode(code: string): Specialty[] {
  const fitting = specialties.flatMap((id) => {
    const length = Math.max(0, ...rules[id].codes.filter((one) => code.startsWith(one)).map((one) => one.length))
    return length === 0 ? [] : [{ id, length }]
  })
  const longest = Math.max(0, ...fitting.map(({ length }) => length))
  const best = fitting.filter(({ length }) => length === longest).map(({ id }) => id)
  // A hospital of a special kind is also a hospital.
  return code.startsWith('282N') && !best.includes('hospital') ? [...best, 'hospital'] : best
}

function byName(name: string): Specialty[] {
  const plain = name.trim()
  if (plain === '') return []
  return specialties.filter((id) => (rules[id] as SpecialtyRule).named?.test(plain))
}
