/** A payer's name in the form in which we compare files and settings. */
export function plainPayer(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The payers in a setting: names and identifiers separated by semicolons. */
export function payersIn(text: string): string[] {
  return text
    .split(';')
    .map(plainPayer)
    .filter((name) => name !== '')
}
