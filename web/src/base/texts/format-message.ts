import type { CompiledIcuChoices, CompiledMessage } from '@lingui/message-utils/compileMessage'

/**
 * Fills in a compiled ICU message: texts, numbers, plurals and selects, which are all that the catalogues use. A missing value
 * becomes empty. Dates and times are formatted beforehand, by `Format`.
 */
export function formatMessage(
  message: CompiledMessage,
  values: Readonly<Record<string, unknown>>,
  locale: string,
): string {
  return write(message, null)

  /** `hash` is what `#` stands for inside a plural. */
  function write(tokens: CompiledMessage, hash: string | null): string {
    return tokens
      .map((token) => {
        if (typeof token === 'string') return token === '#' && hash !== null ? hash : token
        const [name, kind, format] = token
        const value = values[name] ?? ''
        switch (kind) {
          case 'plural':
          case 'selectordinal':
            return writePlural(Number(value), kind, format as CompiledIcuChoices)
          case 'select':
            return write(ownCase(format as CompiledIcuChoices, String(value)), hash)
          case 'number':
            return value === '' ? '' : numbers(locale).format(Number(value))
          default:
            return String(value)
        }
      })
      .join('')
  }

  function writePlural(value: number, kind: 'plural' | 'selectordinal', cases: CompiledIcuChoices): string {
    const count = value - (cases.offset ?? 0)
    const exact = Object.hasOwn(cases, value)
    const name = exact ? String(value) : plurals(locale, kind).select(count)
    return write(ownCase(cases, name), numbers(locale).format(count))
  }
}

function ownCase(cases: CompiledIcuChoices, name: string): CompiledMessage {
  return (Object.hasOwn(cases, name) ? cases[name] : cases.other) ?? []
}

const made = new Map<string, unknown>()

/** Formatters are expensive to create. */
function once<Made>(key: string, make: () => Made): Made {
  const found = (made.get(key) as Made | undefined) ?? make()
  made.set(key, found)
  return found
}

function numbers(locale: string): Intl.NumberFormat {
  return once(locale, () => new Intl.NumberFormat(locale))
}

function plurals(locale: string, kind: 'plural' | 'selectordinal'): Intl.PluralRules {
  const type = kind === 'plural' ? 'cardinal' : 'ordinal'
  return once(`${locale} ${type}`, () => new Intl.PluralRules(locale, { type }))
}
