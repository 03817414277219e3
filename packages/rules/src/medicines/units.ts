/** Units of doses and fills that have a name in the reader's language. */
export const doseUnits = [
  ...['tablet', 'capsule', 'puff', 'drop', 'patch', 'spray', 'inhaler', 'injection', 'suppository', 'packet'],
  ...['pen', 'lozenge', 'milliliter', 'gram', 'milligram', 'unit', 'dose'],
] as const
export type DoseUnit = (typeof doseUnits)[number]

/** Other spellings that plans and pharmacies use, including those of UCUM and NCPDP. */
const spellings: Readonly<Record<string, DoseUnit>> = {
  tab: 'tablet',
  tabs: 'tablet',
  cap: 'capsule',
  caps: 'capsule',
  gtt: 'drop',
  '[drp]': 'drop',
  '[puff]': 'puff',
  patches: 'patch',
  suppositories: 'suppository',
  actuation: 'puff',
  actuations: 'puff',
  inhalation: 'puff',
  ...{
    inhalations: 'puff',
    ml: 'milliliter',
    millilitre: 'milliliter',
    millilitres: 'milliliter',
    g: 'gram',
    gm: 'gram',
  },
  mg: 'milligram',
  '[iu]': 'unit',
  u: 'unit',
}

/** The unit that a word means; null: unknown, so we show the word itself. */
export function findDoseUnit(word: string): DoseUnit | null {
  const plain = word.trim().toLowerCase()
  const single = plain.replace(/\(s\)$|s$/, '')
  return doseUnits.find((one) => one === plain || one === single) ?? spellings[plain] ?? null
}
