import type { Profile } from '@portico/rules/fhir/profiles'
import { guide } from './profiles.ts'

const formulary = guide('http://hl7.org/fhir/us/davinci-drug-formulary', '2.0.1')

/** The profiles that resources in lists of covered drugs may claim (OS-17), by type. */
export const formularyProfiles = {
  InsurancePlan: [
    formulary(
      'usdf-PayerInsurancePlan',
      'identifier status type coverage coverage.type coverage.benefit.type plan plan.specificCost.category plan.specificCost.benefit plan.specificCost.benefit.type plan.specificCost.benefit.cost.type plan.specificCost.benefit.cost.qualifiers',
      { isDefault: true, invariants: ['usdf-drug-coverage', 'usdf-drug-plan'] },
    ),
    formulary(
      'usdf-Formulary',
      'identifier status type plan.specificCost.category plan.specificCost.benefit.type plan.specificCost.benefit.cost.type',
      { isDefault: true, codes: ['DRUGPOL'] },
    ),
  ],
  Basic: [
    formulary('usdf-FormularyItem', 'extension code subject', { isDefault: true, invariants: ['usdf-formulary-item'] }),
  ],
  MedicationKnowledge: [
    formulary('usdf-FormularyDrug', 'code code.coding status', {
      isDefault: true,
      invariants: ['usdf-semantic-drug'],
    }),
  ],
  Location: [
    formulary('usdf-InsurancePlanLocation', 'id', { isDefault: true, invariants: ['Location-address-or-geolocation'] }),
  ],
} as const satisfies Readonly<Record<string, readonly Profile[]>>
