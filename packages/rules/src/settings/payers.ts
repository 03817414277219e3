/** The name of a payer as files and settings compare it. */
export function plainPayer(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The payers of a setting, whose names and identifiers semicolons separate. */
export function payersIn(text: string): string[] {
  return text
    .split(';')
    .map(plainPayer)
    .filter((name) => name !== '')
}
