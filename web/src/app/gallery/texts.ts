/** Texts of the gallery. Only developers see it, so they are in one language and not in the catalogue. */
export const texts = {
  short: 'Claims',
  line: 'Your claim has been paid.',
  paragraph:
    'We looked at your claim and it has been paid today. You need not do anything; the letter with all amounts is in your documents.',
  longWord: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  hint: 'As it is printed on your ID card',
  error: 'Please enter at least 9 digits.',
  label: 'Member ID',
  longLabel: 'Name of the person whose card was used at the pharmacy, as it is printed on the card',
  value: '123456789',
  link: 'Where do I find it?',
  options: ['Allegheny County', 'Beaver County', 'Butler County', 'Cañon County', 'Fayette County', 'Greene County'],
  steps: ['Who you are', 'Your plan', 'Your address', 'Check and send'],
  plans: ['PPO Blue 500', 'PPO Blue 1500', 'HMO Select', 'Dental Plus', 'Bronze Saver'],
  rows: ['Monthly premium', 'Deductible', 'Out-of-pocket maximum', 'Primary care visit'],
  tip: 'What you pay for covered care each year before your plan begins to pay its share.',
} as const

export const countyOptions = texts.options.map((label) => ({ value: label.slice(0, 3).toLowerCase(), label }))

/** This many items for a list. */
export function manyItems(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Document ${at + 1}`)
}
