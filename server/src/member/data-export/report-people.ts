import type { Block } from '../../platform/pdf/blocks.ts'
import { recordStatusIn } from './report-medicines.ts'
import type { ReportWords } from './report-words.ts'
import { type AgencyNames, agencyKey, type MemberData } from './store.ts'

/** The people who care for the member, who are close to them, and who may see their data. */
export function peopleBlocks(
  member: MemberData,
  { agencyNames, words }: { readonly agencyNames: AgencyNames; readonly words: ReportWords },
): Block[] {
  const { part, field, known, knownDay, sub, say, nameValue, day, moment } = words
  const recordStatus = recordStatusIn(words)
  return [
    ...part(
      'careTeams',
      member.careTeams.flatMap((one) => [
        sub(one.name ?? say('careTeam')),
        ...known(
          'participants',
          one.participants
            .map(({ name, role }) => `${name ?? say('value.not-known')}${role === null ? '' : ` (${role})`}`)
            .join('\n'),
        ),
        ...field('begins', one.begins && day(one.begins)),
        ...field('ends', one.ends && day(one.ends)),
        ...known('status', recordStatus(one)),
      ]),
    ),
    ...part(
      'relatedPersons',
      member.relatedPersons.flatMap((one) => [
        sub(one.name || say('value.not-known')),
        ...known('whoToYou', one.relationship),
        ...knownDay('dateOfBirth', one.birthDate),
        ...known('phone', one.phone),
        ...known('email', one.email),
        ...field('begins', one.begins && day(one.begins)),
        ...field('ends', one.ends && day(one.ends)),
        ...field('status', recordStatus(one)),
      ]),
    ),
    ...part(
      'sharedWith',
      member.sharedWith.flatMap(({ name, email, scopes, state, lastDay, invitedAt }) => [
        sub(name),
        ...field('email', email),
        ...field('shared', scopes.map(nameValue).join('\n')),
        ...field('status', nameValue(state)),
        ...field('invited', moment(invitedAt)),
        ...field('lastDay', lastDay && day(lastDay)),
      ]),
    ),
    ...part(
      'agencyConsents',
      member.agencyConsents.flatMap((one) => [
        sub(agencyNames[agencyKey(one)] ?? `${one.agencyId} (${one.region})`),
        ...field('agreedOn', one.consentedOn === null ? say('agreed.never') : day(one.consentedOn)),
        ...field('agreedUntil', one.consentEndedOn && day(one.consentEndedOn)),
        ...field('followUp', one.followUpOn && day(one.followUpOn)),
        ...field('note', one.note),
      ]),
    ),
  ]
}
