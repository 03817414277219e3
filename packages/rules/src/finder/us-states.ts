/** The postal codes of states, districts and territories, by name. */
const codesByName: Readonly<Record<string, string>> = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  'district of columbia': 'DC',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
  'american samoa': 'AS',
  guam: 'GU',
  'northern mariana islands': 'MP',
  'puerto rico': 'PR',
  'us virgin islands': 'VI',
  'virgin islands': 'VI',
}

/** The postal code of a state from its code or its name, as other systems write it (`Virginia`, `W. Virginia`, `D.C.`); null for anything else. */
export function findStateCode(said: string): string | null {
  const plain = said.trim().toLowerCase().replace(/\./g, '').replace(/\s+/g, ' ')
  if (/^[a-z]{2}$/.test(plain)) return plain.toUpperCase()
  const whole = plain
    .replace(/^us[- ]/, '')
    .replace(/^w (?=virginia)/, 'west ')
    .replace(/^n (?=\w)/, 'north ')
    .replace(/^s (?=\w)/, 'south ')
    .replace(/^(?:commonwealth|state) of /, '')
    .replace(/^washington,? dc$/, 'district of columbia')
  // ISO 3166-2, `US-VA`.
  return /^[a-z]{2}$/.test(whole) ? whole.toUpperCase() : (codesByName[whole] ?? null)
}
