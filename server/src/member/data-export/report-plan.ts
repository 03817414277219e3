import { findRelationship } from '@portico/rules/member/family'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { ReportWords } from './report-words.ts'
import type { MemberData } from './store.ts'

/** The plan, what it knows about the member, and what it paid. */
export function planBlocks(member: MemberData, words: ReportWords): Block[] {
  const { part, field, known, sub, say, nameValue, day, amount } = words
  return [
    ...part('plan', [
      ...field('memberNumber', member.person.memberNumber),
      ...field('relationship', nameValue(findRelationship(member.person.relationshipCode) ?? 'unknown')),
      { kind: 'text', text: say('familyNote') },
      ...member.coverages.flatMap(({ clientNumber, groupNumber, groupName, planName, effectuatedOn }) => [
        sub(planName),
        ...field('group', `${groupName} (${clientNumber}-${groupNumber})`),
        ...field('inEffectSince', effectuatedOn ? day(effectuatedOn) : say('value.unknown')),
        ...field(
          'products',
          member.products
            .filter((one) => one.clientNumber === clientNumber && one.groupNumber === groupNumber)
            .map(({ productName }) => productName)
            .join('\n'),
        ),
      ]),
    ]),
    ...part(
      'planContact',
      member.contactOfThePlan.flatMap(({ address, city, state, zipCode, email, phone }) => [
        ...known('address', [address, [city, state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join('\n')),
        ...known('email', email),
        ...known('phone', phone),
      ]),
    ),
    ...part(
      'claims',
      member.claims.flatMap((claim) => [
        sub(say('claim', { id: claim.claimNumber })),
        ...field('serviceDate', day(claim.serviceFrom)),
        ...field('provider', claim.providerName),
        ...field('status', nameValue(claim.state)),
        ...field('billed', amount(claim.billedCents)),
        // Both are unknown until the plan has decided.
        ...field('planPart', amount(claim.planPaidCents)),
        ...field('share', amount(claim.state === 'in-progress' ? null : claim.shareCents)),
      ]),
    ),
    ...part(
      'amounts',
      member.amounts.flatMap(({ planYear, kind, network, holder, limitCents, usedCents, asOf }) => [
        sub(`${planYear}: ${[nameValue(kind), nameValue(network), nameValue(holder)].join(', ')}`),
        ...field('limit', amount(limitCents)),
        ...field('used', amount(usedCents)),
        ...field('asOf', asOf && day(asOf)),
      ]),
    ),
    ...finderBlocks(member, words),
    ...part(
      'otherInsurance',
      member.otherInsurance.flatMap(({ payerName, planName, policyNumber, begins, ends }) => [
        sub(payerName ?? planName ?? say('value.unknown')),
        ...field('policyNumber', policyNumber),
        ...field('begins', begins && day(begins)),
        ...field('ends', ends && day(ends)),
      ]),
    ),
  ]
}

function finderBlocks(member: MemberData, { part, field, sub, moment, amount }: ReportWords): Block[] {
  return [
    ...part('finder', [
      ...member.primaryCare.flatMap(({ name, chosenAt }) => field('primaryCare', `${name} (${moment(chosenAt)})`)),
      ...field('savedProviders', member.savedProviders.map(({ name }) => name).join('\n')),
      ...field(
        'providersShown',
        member.providersShown.map(({ providerId, shownAt }) => `${providerId}: ${moment(shownAt)}`).join('\n'),
      ),
      ...member.directoryReports.flatMap(({ name, note, reportedAt }) =>
        field('directoryReport', [`${name} (${moment(reportedAt)})`, note].filter(Boolean).join('\n')),
      ),
    ]),
    ...part(
      'costEstimates',
      member.costEstimates.flatMap(({ serviceName, providerName, highCents, keptAt }) => [
        sub(serviceName),
        ...field('provider', providerName),
        ...field('youOwe', amount(highCents)),
        ...field('asOf', moment(keptAt)),
      ]),
    ),
  ]
}
