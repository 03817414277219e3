const units: Readonly<Record<string, string>> = {
  MCG: 'mcg',
  MG: 'mg',
  GM: 'g',
  ML: 'mL',
  MEQ: 'mEq',
  UNIT: 'unit',
  UNITS: 'units',
  HR: 'hr',
}

interface NamedParts {
  readonly name: string
  readonly strength: string | null
  readonly form: string | null
}

/** Names a drug as people do: `Lipitor 20 mg, tablet`. */
export function nameDrug({ name, strength, form }: NamedParts): string {
  const shown = [name, strength && strengthWords(strength)].filter(Boolean).join(' ')
  return [shown, form?.toLowerCase()].filter(Boolean).join(', ')
}

/** The FDA's list writes `EQ 20MG BASE` and `10MG;5MG`, RxNorm `20 MG`. */
function strengthWords(strength: string): string {
  return strength
    .replace(/\bEQ\s+|\s+(BASE|ACID)\b/g, '')
    .replace(/\s*;\s*/g, ' / ')
    .replace(/([\d/])\s*([A-Z]+)\b/g, (all, before: string, unit: string) =>
      units[unit] === undefined ? all : `${before}${before === '/' ? '' : ' '}${units[unit]}`,
    )
}
