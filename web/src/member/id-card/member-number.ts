/** A member number in groups of three for reading aloud and copying by hand; the last group may be shorter. */
export function splitForReading(memberNumber: string): string[] {
  return memberNumber.match(/.{1,3}/gu) ?? []
}

/** The characters one by one, so that a screen reader spells a number instead of counting millions. */
export function spellOut(number: string): string {
  return Array.from(number).join(' ')
}
