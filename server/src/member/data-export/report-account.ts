import { type ContactName, contactNames } from '@portico/rules/identity/contact'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { ReportWords } from './report-words.ts'
import { type AgencyNames, agencyKey, type PersonData } from './store.ts'

/** Contact information with a place of its own, beside what it belongs to. */
const placed: readonly ContactName[] = ['phone', 'address', 'city', 'zipCode']

/** The person’s name, contact information and dates, from their account. */
export function accountBlocks({ account, signIn }: PersonData, words: ReportWords): Block[] {
  const { part, field, contactField, say, nameValue, day, moment } = words
  const others = contactNames.filter((name) => !placed.includes(name))
  const place = [account.city, account.state, account.zipCode].filter(Boolean).join(' ')
  return part('account', [
    ...field('name', `${account.firstName} ${account.lastName}`.trim()),
    ...field('loginId', account.loginId),
    ...others.flatMap((name) => contactField(name, account[name])),
    ...field('dateOfBirth', account.dateOfBirth && day(account.dateOfBirth)),
    ...field('email', account.email),
    ...signIn.newEmailAddress.flatMap(({ email, expiresAt }) =>
      field('newEmail', say('newEmail.until', { email, at: moment(expiresAt) })),
    ),
    ...field('phone', account.phone),
    ...field('phoneType', account.phoneType && nameValue(account.phoneType)),
    ...field('workPhone', account.busPhone),
    ...field('address', [account.address, place].filter(Boolean).join('\n')),
    ...field('language', account.pageLanguage && nameValue(account.pageLanguage)),
    ...field('memberSince', moment(account.createdAt)),
    ...field('passwordChangedAt', moment(account.passwordChangedAt)),
  ])
}

/** How the person signs in, and from where they did; nothing secret. */
export function securityBlocks({ signIn }: PersonData, words: ReportWords): Block[] {
  const { part, field, say, number, moment, deviceText } = words
  const unused = signIn.recoveryCodes.filter(({ usedAt }) => usedAt === null).length
  const hasCodes = signIn.recoveryCodes.length > 0
  return part('security', [
    ...field('passkeys', signIn.passkeys.map(({ name }) => name).join('\n')),
    ...signIn.authenticatorApps.flatMap(({ confirmedAt }) =>
      field(
        'authenticator',
        confirmedAt ? say('authenticator.since', { at: moment(confirmedAt) }) : say('authenticator.begun'),
      ),
    ),
    ...field('recoveryCodes', hasCodes ? say('recoveryCodes.unused', { count: number(unused) }) : null),
    ...signIn.securityQuestions
      .slice(0, 1)
      .flatMap(({ setAt }) =>
        field(
          'securityQuestions',
          say('securityQuestions.chosen', { count: signIn.securityQuestions.length, at: moment(setAt) }),
        ),
      ),
    ...signIn.rememberedBrowsers.flatMap(({ userAgent, createdAt }) =>
      field('remembered', [moment(createdAt), deviceText(userAgent)].join('\n')),
    ),
    ...signIn.keptCards.flatMap(({ userAgent, keptAt }) =>
      field('keptCard', [moment(keptAt), deviceText(userAgent)].join('\n')),
    ),
    ...signIn.sessions.flatMap(({ createdAt, userAgent, address }) =>
      field('signedIn', [moment(createdAt), deviceText(userAgent), address].filter(Boolean).join('\n')),
    ),
  ])
}

/** The agencies for which someone sells plans, and what they may do there; empty for everyone else. */
export function workBlocks(
  { signIn }: PersonData,
  { agencyNames, words }: { readonly agencyNames: AgencyNames; readonly words: ReportWords },
): Block[] {
  const { part, field, sub, coded, day, knownDay } = words
  const { agencies, appointments, trainings } = signIn
  if (agencies.length + appointments.length + trainings.length === 0) return []
  return part('work', [
    ...agencies.flatMap((one) => [
      sub(agencyNames[agencyKey(one)] ?? `${one.agencyId} (${one.region})`),
      ...field('mayDo', one.entitlements.map((may) => coded('may', may)).join('\n')),
    ]),
    ...appointments.flatMap(({ state, line, begins, ends }) => [
      sub(`${coded('line', line)}, ${state}`),
      ...field('appointedFrom', day(begins)),
      ...knownDay('ends', ends),
    ]),
    ...trainings.flatMap(({ name, line, completedOn, ends }) => [
      sub(name),
      ...field('for', coded('line', line)),
      ...knownDay('trainingDone', completedOn),
      ...knownDay('ends', ends),
    ]),
  ])
}
