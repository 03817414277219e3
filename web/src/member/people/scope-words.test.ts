import { calls } from '@portico/contract/calls'
import { type AccessScope, accessScopes } from '@portico/rules/people/access'
import { expect, test } from 'vitest'
import en from '../../base/texts/en/account.json' with { type: 'json' }
import es from '../../base/texts/es/account.json' with { type: 'json' }

/** The words of a scope in each language, and the calls that they stand for. */
const said: Readonly<
  Record<AccessScope, readonly { readonly en: RegExp; readonly es: RegExp; readonly calls: string }[]>
> = {
  coverage: [
    {
      en: /plan/,
      es: /plan/,
      calls: 'currentUser vendorDetails memberInfo coverageEffectuation selectGroup nextSteps overview',
    },
    { en: /yearly limits/, es: /límites del año/, calls: 'benefits' },
    { en: /ID card/, es: /tarjeta/, calls: 'idCardFile customerServicePhone retrieveAccountSettings' },
  ],
  claims: [
    { en: /claims/, es: /reclamaciones/, calls: 'listClaims searchClaims openClaim exportClaims childCare' },
    { en: /letters from the plan/, es: /cartas del plan/, calls: 'claimEob' },
    { en: /medicines .*refills/, es: /medicamentos y resurtidos/i, calls: 'listMedicines searchFormulary coveredDrug' },
    { en: /approved/, es: /aprobó/, calls: 'listMedicines' },
    { en: /what care would cost/, es: /cuánto costaría/, calls: 'findServices careCost visitCosts spendingOutlook' },
    { en: /Who treated you/, es: /Quién le atendió/, calls: 'primaryCare' },
    {
      en: /spending accounts/,
      es: /cuentas de gastos/,
      calls: 'accountList spendingSummary claimPayable listTransactions exportTransactions spendingYear exportYear',
    },
  ],
  messages: [
    {
      en: /messages/,
      es: /mensajes/,
      calls: 'listMessages searchMessages openMessage countUnread messageCategories mailEvents',
    },
    { en: /with files/, es: /con archivos/, calls: 'openAttachment downloadAttachment' },
  ],
  apps: [{ en: /Connect apps/, es: /Conectar aplicaciones/, calls: '' }],
  write: [
    { en: /Write messages/, es: /Escribir mensajes/, calls: 'addMessage' },
    { en: /with files/, es: /con archivos/, calls: 'addAttachment listAttachments removeAttachment submitAttachments' },
  ],
}

test('RG-3 the words of each scope name every call that it opens, in both languages', () => {
  for (const scope of accessScopes) {
    const words = {
      en: `${en[`people.scope.${scope}`]} ${en[`people.scopeHint.${scope}`]}`,
      es: `${es[`people.scope.${scope}`]} ${es[`people.scopeHint.${scope}`]}`,
    }
    for (const one of said[scope]) {
      expect(words.en).toMatch(one.en)
      expect(words.es).toMatch(one.es)
    }
    const named = new Set(said[scope].flatMap((one) => one.calls.split(' ')).filter((name) => name !== ''))
    const opened = Object.entries(calls).flatMap(([name, call]) =>
      'whileViewing' in call && call.whileViewing === scope ? name : [],
    )
    expect(new Set(opened)).toEqual(named)
  }
})
