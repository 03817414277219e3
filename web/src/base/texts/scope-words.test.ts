import type { Call } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import type { AccessScope } from '@portico/rules/people/access'
import { expect, test } from 'vitest'
import { rawCatalogues } from './test-texts.ts'

/** What the calls of a service open to people who were given a scope, and the words that tell the giver so. */
const told: Readonly<Partial<Record<AccessScope, readonly (readonly [path: RegExp, en: RegExp, es: RegExp])[]>>> = {
  claims: [
    [/\/claims\/v1\//, /claims/, /reclamaciones/],
    [/\/spendingAccount\//, /spending accounts/, /cuentas de gastos/],
    [/\/prescriptions\/v1\/medicines$/, /medicines.*approv/s, /medic.*aprobó/s],
    [/\/prescriptions\/v1\/drugs\//, /medicines/, /medicin/],
    [/\/cost\/v1\//, /care would cost/, /costaría la atención/],
  ],
  messages: [[/message|categories/i, /messages/, /mensajes/]],
  write: [[/secureMessage|contactus/i, /Write messages/, /Escribir mensajes/]],
}

test.each(['en', 'es'] as const)('RG-3 the words of each scope (%s) name all that its calls open', (language) => {
  const texts = new Map(Object.entries(rawCatalogues(language).get('account') ?? {}))
  const untold = Object.entries(calls as Readonly<Record<string, Call>>).flatMap(([name, { whileViewing, path }]) => {
    const known = told[whileViewing as AccessScope]
    if (known === undefined) return []
    const words = ['scope', 'scopeHint'].map((kind) => texts.get(`people.${kind}.${whileViewing}`) ?? '').join('\n')
    const isTold = known.some(([of, en, es]) => of.test(path) && (language === 'en' ? en : es).test(words))
    return isTold ? [] : `${whileViewing}: ${name}`
  })
  expect(untold).toEqual([])
})
